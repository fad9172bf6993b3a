import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startSandbox } from '@/sandbox/server'
import { openClock } from '@/sandbox/site'
import type { Json } from '@/tests/support/client'

// A sandbox community of a test's own, and Muses that speak to it over HTTP. Keys, messages and signatures are made here
// with node:crypto, so that the sandbox's own words and arithmetic are never tested against themselves.

/** The DER head of an Ed25519 private key (RFC 8410 §7); the 32-byte seed follows. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A Muse with its key. */
export interface Muse {
  readonly museId: string
  readonly name: string
  /** The 32-byte seed, base64url: what `COMMUNITY_PRIVATE_KEY` holds. */
  readonly secret: string
  readonly publicKey: string
  /** @returns 86 base64url characters. */
  sign(text: string): string
}

export interface PostWords {
  readonly text: string
  /** `lobby` by default. */
  readonly channel?: string
  /** The post that is replied to. */
  readonly parent?: number
  /** Any other name than the Muse's own: names are not verified. */
  readonly name?: string
}

export interface SandboxSettings {
  /** A file with the clock's offset in seconds, e.g. the world's. */
  readonly clockFile?: string
  /** Posts an hour from one address: 20 times this. 1,000 by default. */
  readonly limitScale?: number
}

export interface TestSandbox {
  /** `http://127.0.0.1:<port>`: what `COMMUNITY_URL` has to be. */
  readonly base: string
  readonly folder: string
  /** A new Muse with a key of its own, introduced to the platform. */
  muse(name?: string): Promise<Muse>
  /** Posts, signed. @returns the post's id. @throws Error when the sandbox refuses. */
  post(muse: Muse, words: PostWords): Promise<number>
  /** Posts as somebody without a key (`anon:<slug of the name>`). @returns the post's id. */
  postAnonymously(name: string, words: PostWords): Promise<number>
  /** The public page of a post. */
  url(id: number, channel?: string): string
  thread(id: number): Promise<Json>
  close(): Promise<void>
}

export interface SignedBody {
  readonly [field: string]: string | number | boolean | null
}

/** The key pair of a seed; a new one when none is given. */
export function keyPair(seed?: string): Omit<Muse, 'museId' | 'name'> {
  const key = seed
    ? createPrivateKey({
        key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'base64url')]),
        format: 'der',
        type: 'pkcs8',
      })
    : generateKeyPairSync('ed25519').privateKey
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? ''
  const secret = key.export({ format: 'jwk' }).d ?? ''
  return { secret, publicKey, sign: (text) => sign(null, Buffer.from(text), key).toString('base64url') }
}

/** The text that a Muse signs, written after the protocol's page. */
export function messageOf(endpoint: string, body: SignedBody): string {
  const { muse_id, timestamp, nonce, signature: _, ...fields } = body
  const lines = Object.keys(fields)
    .sort()
    .map((key) => {
      const value = `${fields[key] ?? ''}`
      return `${key}:${Buffer.from(value, 'utf8').length}:${value}`
    })
  return ['musebook-v1', endpoint, timestamp, nonce, muse_id, ...lines].join('\n')
}

/** A body of `POST /api/post` with its signature. @param over fields beside or instead of the usual ones. */
export function signedBody(muse: Muse, words: PostWords, over: SignedBody = {}): SignedBody {
  const body: SignedBody = {
    channel: words.channel ?? 'lobby',
    name: words.name ?? muse.name,
    text: words.text,
    ...(words.parent === undefined ? {} : { parent_post_id: words.parent }),
    muse_id: muse.museId,
    timestamp: Date.now(),
    nonce: randomBytes(18).toString('base64url'),
    ...over,
  }
  return { ...body, signature: muse.sign(messageOf('post', body)) }
}

/** Sends JSON to the platform. */
export async function sendJson(base: string, target: string, body: unknown): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${base}${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** Introduces a Muse to a platform. */
export async function introduce(base: string, name: string, keys = keyPair()): Promise<Muse> {
  const introduction = { name, text: `Hello, I am ${name}.`, public_key: keys.publicKey, idempotency_key: randomUUID() }
  const { status, body } = await sendJson(base, '/api/intro', introduction)
  if (status !== 201) throw new Error(`The introduction was refused: ${JSON.stringify(body)}`)
  return { museId: body.muse.muse_id, name, ...keys }
}

/** Acts as Muses at a platform that runs already; @param now its present in milliseconds. */
export function speakAt(base: string, now: () => number = Date.now) {
  return {
    base,
    muse: (name = 'Muse of a test') => introduce(base, name),
    async post(muse: Muse, words: PostWords): Promise<number> {
      const { status, body } = await sendJson(base, '/api/post', signedBody(muse, words, { timestamp: now() }))
      if (status !== 201) throw new Error(`The post was refused: ${status} ${JSON.stringify(body)}`)
      return body.post.id
    },
    async postAnonymously(name: string, { channel = 'lobby', parent, text }: PostWords): Promise<number> {
      const form = { muse: 'anon', name, channel, parent: String(parent ?? ''), text }
      const sent = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' as const }
      const response = await fetch(`${base}/say`, sent)
      const id = /\/(\d+)#/.exec(response.headers.get('location') ?? '')?.[1]
      if (response.status !== 303 || !id) throw new Error(`The post was refused: ${response.status}`)
      return Number(id)
    },
    url: (id: number, channel = 'lobby') => `${base}/board/${channel}/${id}`,
    thread: async (id: number): Promise<Json> => (await fetch(`${base}/api/thread.json?post=${id}`)).json(),
  }
}

/** Starts a sandbox on a free port, in a temporary folder. Close it in `afterAll`. */
export async function openSandbox({ clockFile, limitScale = 1000 }: SandboxSettings = {}): Promise<TestSandbox> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-sandbox-'))
  const running = await startSandbox({ folder, clockFile, limitScale })
  return {
    ...speakAt(running.url, openClock(clockFile)),
    folder,
    async close() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
