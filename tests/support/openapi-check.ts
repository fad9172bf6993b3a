import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'

interface Described {
  readonly document: Awaited<ReturnType<Response['json']>>
  readonly paths: readonly { template: string; pattern: RegExp }[]
  readonly validators: Map<string, ValidateFunction>
  readonly ajv: Ajv2020
}

// For all files of a worker (tests/setup/fresh.ts): the parts that are held against answers are the same at every instance, and
// building them and their validators takes longer than most files.
declare global {
  var describedApi: Promise<Described> | undefined
}

async function describe(base: string): Promise<Described> {
  const document = await (await fetch(`${base}/api/v1/openapi.json`)).json()
  // That the document itself is right is tested once, in http/openapi.test.ts; every worker pays for this.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
  addFormats(ajv)
  ajv.addSchema(document, 'openapi')
  const paths = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  paths.sort((a, b) => a.template.split('{').length - b.template.split('{').length)
  return { document, paths, ajv, validators: new Map() }
}

function pointer(...parts: string[]): string {
  return parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
}

/** The description of the API, from whichever service of this worker was asked first. */
function apiAsDescribed(base: string): Promise<Described> {
  globalThis.describedApi ??= describe(base).catch((fault) => {
    globalThis.describedApi = undefined
    throw fault
  })
  return globalThis.describedApi
}

interface Answered {
  readonly status: number
  readonly headers: Headers | Readonly<Record<string, string>>
  readonly text: string
  readonly body: unknown
}

/** The headers of an answer that the document gives words to. */
function wordedHeaders({ document }: Described, { headers }: Answered): string[] {
  const sent = new Headers(headers)
  return Object.keys(document.components.headers).filter((name) => sent.has(name))
}

/** Holds an answer against the service's own OpenAPI document. Unknown paths and methods are not described there. */
export async function checkAnswer(base: string, method: string, path: string, reply: Answered): Promise<void> {
  if (method === 'HEAD' || method === 'OPTIONS' || reply.status === 304 || reply.status === 405) return
  const described = await apiAsDescribed(base)
  const { document, paths, ajv, validators } = described
  const bare = path.split('?')[0] ?? path
  const template = paths.find((candidate) => candidate.pattern.test(bare))?.template
  const operation = template ? document.paths[template][method.toLowerCase()] : undefined
  if (!template || !operation) return
  const where = `${method} ${template} ${reply.status}`
  expect(Object.keys(operation.responses), `${where} is not described`).toContain(String(reply.status))
  const { $ref } = operation.responses[reply.status]
  const place: string[] = $ref?.split('/').slice(1) ?? [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(reply.status),
  ]
  const { headers } = place.reduce((at, name) => at[name], document)
  expect(Object.keys(headers), `${where}: headers`).toEqual(expect.arrayContaining(wordedHeaders(described, reply)))
  const validator =
    validators.get(where) ??
    ajv.compile({
      $ref: `openapi#/${pointer(...place, 'content', 'application/json', 'schema')}`,
    })
  validators.set(where, validator)
  expect(validator(reply.body), `${where}: ${ajv.errorsText(validator.errors)}\n${reply.text.slice(0, 500)}`).toBe(true)
}
