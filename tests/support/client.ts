import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { checkAnswer } from '@/tests/support/openapi-check'

export type Json = ReturnType<typeof JSON.parse>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; null when there is none. */
  readonly body: Json
}

export interface SendOptions {
  readonly headers?: Record<string, string>
  readonly key?: string
  /** Sent as it is instead of the body's JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
}

const REPEAT_MS = 100
const REPEATS_MAX = 100
let isPatient = false

/**
 * From here on, in this test file, what is told 503 is sent again with the same key, as that answer asks. For tests of
 * races: on a machine that is slow enough some of many requests at once wait too long for a lock, which is not what those
 * tests are about.
 */
export function repeatWhenUnavailable(): void {
  isPatient = true
}

/** Sends a write first as a dry run, and is given the answer of the write itself afterwards. */
export type Rehearsal = (method: string, path: string, dryRun: () => Promise<Reply>) => Promise<(answer: Reply) => void>
let rehearsal: Rehearsal | null = null

/** From here on, in this test file, every write that carries a key is rehearsed. */
export function rehearseWrites(by: Rehearsal): void {
  rehearsal = by
}

/**
 * Sends one request to the service. Every answer is held against the OpenAPI document: an undocumented status or a body
 * that its schema does not allow fails the test.
 */
export async function send(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  options: SendOptions = {},
): Promise<Reply> {
  const named = { ...options, key: options.key ?? randomUUID() }
  const tried = () => sendOnce(base, method, path, body, { ...named, headers: { ...named.headers, 'dry-run': '?1' } })
  const isTrial = named.headers !== undefined && 'dry-run' in named.headers
  const isKeyed = (method === 'POST' || method === 'PATCH') && !path.startsWith('/api/v1/auth/') && !isTrial
  const compare = rehearsal && isKeyed ? await rehearsal(method, path, tried) : undefined
  let reply = await sendOnce(base, method, path, body, named)
  compare?.(reply)
  for (let times = 0; isPatient && reply.status === 503 && times < REPEATS_MAX; times += 1) {
    await pause(REPEAT_MS)
    reply = await sendOnce(base, method, path, body, named)
  }
  return reply
}

async function sendOnce(
  base: string,
  method: string,
  path: string,
  body: unknown,
  options: SendOptions & { readonly key: string },
): Promise<Reply> {
  const isWrite = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
  const response = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: isWrite
      ? { 'content-type': 'application/json', 'idempotency-key': options.key, ...options.headers }
      : { ...options.headers },
    body: isWrite ? (options.raw ?? JSON.stringify(body ?? {})) : undefined,
  })
  const text = await response.text()
  const reply = {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? null : JSON.parse(text),
  }
  await checkAnswer(base, method, path, reply)
  return reply
}

/** A wallet that is signed in at the service with a bearer token. */
export interface Actor {
  readonly account: PrivateKeyAccount
  readonly address: string
  readonly token: string
  readonly authorization: { readonly authorization: string }
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown, options?: SendOptions): Promise<Reply>
  patch(path: string, body?: unknown, options?: SendOptions): Promise<Reply>
  /** Both steps of a signed action; returns the second answer, or the first when it is a refusal. */
  signed(path: string, body: unknown): Promise<Reply>
}

/**
 * Both requests of a sign-in.
 * @param post sends one of them.
 * @param delivery how the session is handed over; by default as the service chooses.
 * @returns the answer that opens the session.
 */
export async function proveWallet<R extends Pick<Reply, 'status' | 'text' | 'body'>>(
  post: (path: string, body: object) => Promise<R>,
  account: PrivateKeyAccount,
  delivery?: 'bearer' | 'cookie',
): Promise<R> {
  const taken = async (path: string, body: object) => {
    const reply = await post(path, body)
    if (reply.status !== 201) throw new Error(`Sign-in was refused: ${reply.text}`)
    return reply
  }
  const asked = await taken('/api/v1/auth/challenge', { address: account.address, chainId: 1 })
  const { nonce, message } = asked.body
  return taken('/api/v1/auth/verify', { nonce, signature: await account.signMessage({ message }), delivery })
}

/** Proves a wallet to the service and opens a session. */
export async function signIn(
  base: string,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
): Promise<Actor> {
  const opened = await proveWallet((path, body) => send(base, 'POST', path, body), account, 'bearer')
  return actor(base, account, opened.body.token)
}

/** An actor over a session that is already open, e.g. at another instance of the service. */
export function actor(base: string, account: PrivateKeyAccount, token: string): Actor {
  const authorization = { authorization: `Bearer ${token}` }
  const call = (method: string, path: string, body?: unknown, options: SendOptions = {}) =>
    send(base, method, path, body, { ...options, headers: { ...authorization, ...options.headers } })
  return {
    account,
    address: account.address,
    token,
    authorization,
    get: (path) => call('GET', path),
    post: (path, body, options) => call('POST', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    async signed(path, body) {
      const prepared = await call('POST', path, body)
      if (prepared.status !== 200) return prepared
      const { nonce, message } = prepared.body
      return call('POST', path, { nonce, signature: await account.signMessage({ message }) })
    },
  }
}
