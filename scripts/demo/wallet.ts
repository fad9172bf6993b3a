import { randomUUID } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import * as auth from '@/lib/auth/contract'
import { SignatureRequired } from '@/lib/contract/signed-step'
import { type Clock, DAY_MS } from './clock'

/** A session lasts seven days of the instance's time; a new one is opened well before that. */
const SESSION_KEPT_MS = 6 * DAY_MS

const Refused = z.object({ error: z.object({ code: z.string(), message: z.string(), field: z.string().nullable() }) })

/** @param ids of its path, in their order. */
type Send = <S extends z.ZodType>(
  endpoint: { readonly path: string; readonly returns: S },
  body: object,
  ...ids: readonly string[]
) => Promise<z.output<S>>

/** A person of the demo: a wallet that speaks to the service through its API alone. */
export interface Wallet {
  readonly name: string
  readonly address: string
  /** A write. @returns its answer as the contract describes it. @throws Error in one line when it is refused. */
  post: Send
  /** Both steps of a signed action: asks for the message, signs it, sends the signature. */
  sign: Send
  /** Signs a text with the wallet's key (EIP-191). */
  signText(text: string): Promise<string>
  /** Whether the service lets this wallet verify. */
  isVerifier(): Promise<boolean>
}

export function openWallet(name: string, key: `0x${string}`, base: string, clock: Clock): Wallet {
  const account = privateKeyToAccount(key)
  let session: { token: string; openedAt: number } | null = null

  /** One request. @returns the answer, or how long the service asks to wait. @throws Error in one line. */
  async function ask(path: string, body: object, token?: string): Promise<{ told: unknown } | { waitSeconds: number }> {
    const answer = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: {
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        'idempotency-key': randomUUID(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    const told: unknown = await answer.json()
    if (answer.ok) return { told }
    const { code, message, field } = Refused.parse(told).error
    const waitSeconds = Number(answer.headers.get('retry-after') ?? 0)
    if (code === 'rate_limited' && waitSeconds > 0) return { waitSeconds }
    const where = field ? ` (${field})` : ''
    throw new Error(`${name} was refused at ${path}: ${answer.status} ${code}${where}: ${message}`)
  }

  /** Sends, and where a limit says to wait, lets that time pass and sends again. */
  async function send(path: string, body: object, token?: string): Promise<unknown> {
    for (;;) {
      const outcome = await ask(path, body, token)
      if ('told' in outcome) return outcome.told
      clock.pass((outcome.waitSeconds + 1) * 1000)
    }
  }

  async function signIn() {
    const openedAt = clock.now()
    const asked = await send(auth.createSignInChallenge.path, { address: account.address, chainId: 1 })
    const { nonce, message } = auth.createSignInChallenge.returns.parse(asked)
    const proof = { nonce, signature: await account.signMessage({ message }), delivery: 'bearer' }
    const opened = auth.verifySignIn.returns.parse(await send(auth.verifySignIn.path, proof))
    session = { token: opened.token ?? '', openedAt }
    return { ...session, isVerifier: opened.isVerifier }
  }

  const post: Send = async ({ path, returns }, body, ...ids) => {
    const open = session && clock.now() - session.openedAt < SESSION_KEPT_MS ? session : await signIn()
    const filled = ids.reduce((way, id) => way.replace(/\{\w+\}/, id), path)
    return returns.parse(await send(filled, body, open.token))
  }

  return {
    name,
    address: account.address,
    post,
    async sign(endpoint, body, ...ids) {
      const { nonce, message } = await post({ ...endpoint, returns: SignatureRequired }, body, ...ids)
      return post(endpoint, { nonce, signature: await account.signMessage({ message }) }, ...ids)
    },
    signText: (message) => account.signMessage({ message }),
    isVerifier: async () => (await signIn()).isVerifier,
  }
}
