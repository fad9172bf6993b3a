import { once } from 'node:events'
import http from 'node:http'
import { z } from 'zod'

const Value = z.union([
  z.object({ stringValue: z.string() }),
  z.object({ intValue: z.union([z.number(), z.string()]) }),
])
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }),
})
/** What an exporter sends, as far as tests look at it (OTLP 1, JSON). */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

export interface CollectedSpan extends Omit<z.infer<typeof Span>, 'attributes'> {
  readonly service: unknown
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A collector of spans on loopback. */
export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** How many requests came, and what they carried. */
  readonly paths: string[]
  close(): Promise<void>
}

const plain = (attributes: z.infer<typeof Attributes>) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, 'stringValue' in value ? value.stringValue : Number(value.intValue)]),
  )

/** @param isSilent whether it takes requests and never answers them. */
export async function openCollector(isSilent = false): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const paths: string[] = []
  const server = http.createServer(async (request, response) => {
    paths.push(request.url ?? '')
    if (isSilent) return
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(Buffer.concat(chunks).toString())).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: plain(span.attributes), service: plain(resource.attributes)['service.name'] })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The collector has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    paths,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
