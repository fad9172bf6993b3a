import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The read-write token that the stand-in takes; its fourth word names the store. */
export const BLOB_TOKEN = 'vercel_blob_rw_teststore_secretofthetests'
const SECRET = 'the signing secret of the stand-in'

interface StoredBlob {
  readonly bytes: Buffer
  readonly contentType: string
  readonly access: string
}

/** How the stand-in behaves: as it should, not at all, wrongly, or with no end. */
export type Mood = 'well' | 'silent' | 'broken' | 'refusing' | 'cutting'

/** A stand-in for Vercel Blob on loopback: the calls of its client, and the objects by signed URL. */
export interface BlobStandIn {
  readonly url: string
  readonly blobs: ReadonlyMap<string, StoredBlob>
  /** How often each call was made. */
  readonly calls: ReadonlyMap<string, number>
  mood(mood: Mood): void
  /** An object by a signed URL, as the store's own site would answer it. */
  fetch(signedUrl: string): Promise<Response>
  close(): Promise<void>
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** Whether a signed URL holds (the client's `presignUrl`): its delegation is ours, its signature right, its time not over. */
function isSigned(url: URL, pathname: string): boolean {
  const delegation = url.searchParams.get('vercel-blob-delegation') ?? ''
  const signature = url.searchParams.get('vercel-blob-signature') ?? ''
  const until = url.searchParams.get('vercel-blob-valid-until')
  const scope = JSON.parse(Buffer.from(delegation.split('.')[0] ?? '', 'base64url').toString() || '{}')
  const lines = ['operation=get', `pathname=${pathname}`, ...(until ? [`vercel-blob-valid-until=${until}`] : [])].sort()
  const right = Buffer.from(hmac(hmac(SECRET, delegation), lines.join('\n')))
  const sent = Buffer.from(signature)
  const isOurs = delegation.endsWith(`.${hmac(SECRET, delegation.split('.')[0] ?? '')}`)
  const isInTime = Date.now() < Math.min(Number(until ?? scope.validUntil), scope.validUntil)
  return isOurs && sent.length === right.length && timingSafeEqual(sent, right) && isInTime
}

export async function startBlobStandIn(): Promise<BlobStandIn> {
  const blobs = new Map<string, StoredBlob>()
  const calls = new Map<string, number>()
  let mood: Mood = 'well'

  const put = async (request: IncomingMessage, pathname: string) => {
    const bytes = await buffer(request)
    if (blobs.has(pathname) && request.headers['x-allow-overwrite'] !== '1') return null
    const contentType = String(request.headers['x-content-type'])
    blobs.set(pathname, { bytes, contentType, access: String(request.headers['x-vercel-blob-access']) })
    const url = `https://teststore.private.blob.vercel-storage.com/${pathname}`
    return {
      url,
      downloadUrl: `${url}?download=1`,
      pathname,
      contentType,
      contentDisposition: 'attachment',
      etag: '"e"',
    }
  }
  const issue = (asked: Record<string, unknown>) => {
    const payload = Buffer.from(JSON.stringify({ storeId: 'store_teststore', ...asked })).toString('base64url')
    const delegationToken = `${payload}.${hmac(SECRET, payload)}`
    return { delegationToken, clientSigningToken: hmac(SECRET, delegationToken), validUntil: asked['validUntil'] }
  }
  const headOf = (pathname: string) => (blobs.has(pathname) ? {} : 'absent')
  const answer = async (request: IncomingMessage, url: URL): Promise<unknown> => {
    if (request.method === 'GET') return headOf(url.searchParams.get('url') ?? '')
    if (request.method === 'PUT') return put(request, url.searchParams.get('pathname') ?? '')
    const asked = JSON.parse((await buffer(request)).toString() || '{}')
    if (url.pathname.endsWith('/signed-token')) return issue(asked)
    if (url.pathname.endsWith('/delete')) {
      for (const name of asked.urls) blobs.delete(name)
      return {}
    }
    return null
  }
  const reply = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const send = (response: ServerResponse, body: unknown) => {
    if (body === 'absent') reply(response, 404, { error: { code: 'not_found', message: 'No such blob' } })
    else if (body === null) reply(response, 400, { error: { code: 'bad_request', message: 'No such call' } })
    else reply(response, 200, body)
  }
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const name = `${request.method} ${url.pathname}`
    calls.set(name, (calls.get(name) ?? 0) + 1)
    if (mood === 'silent') return void request.resume()
    if (mood === 'cutting') return void request.once('data', () => request.socket.destroy())
    if (mood === 'broken') {
      request.resume()
      return reply(response, 500, { error: { code: 'internal_server_error' } })
    }
    const isOurs = request.headers.authorization === `Bearer ${BLOB_TOKEN}` && mood !== 'refusing'
    if (!isOurs) {
      request.resume()
      return reply(response, 403, { error: { code: 'forbidden', message: 'Access denied' } })
    }
    const body = await answer(request, url).catch(() => null)
    send(response, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    blobs,
    calls,
    mood: (next) => {
      mood = next
    },
    async fetch(signedUrl) {
      const url = new URL(signedUrl)
      const pathname = url.pathname.slice(1)
      const blob = blobs.get(pathname)
      if (url.hostname !== 'teststore.private.blob.vercel-storage.com' || !isSigned(url, pathname))
        return new Response('Forbidden', { status: 403 })
      if (!blob) return new Response('Not found', { status: 404 })
      const how = url.searchParams.get('download') === '1' ? 'attachment' : 'inline'
      return new Response(new Uint8Array(blob.bytes), {
        headers: { 'content-type': blob.contentType, 'content-disposition': `${how}; filename="${pathname}"` },
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
