import type { Api, CallOptions, Client, ClientSettings, SignedInClient, SignOptions } from './api'
import { requireSignInText, requireVerdictText } from './asked-text'
import { follow } from './events'
import { OPERATIONS } from './operations'
import { type Call, type Delivery, type Read, send } from './request'
import { signedSteps } from './signed'
import { accountOf, type Signer } from './signer'
import { boundaryOf, uploadBody } from './upload'

const TIMEOUT_MS = 60_000
const SILENCE_MS = 45_000

/** The untyped input of any operation. */
interface Input {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface Page {
  readonly nextCursor: string | null
  readonly hasMore?: boolean
}

interface EventsPage extends Page {
  readonly events: readonly unknown[]
}

interface Operation {
  readonly id: string
  readonly kind: string
  readonly method: string
  readonly path: string
}

const DRY_RUN = { 'dry-run': '?1' }

/** Aborts an attempt, response body included, that exceeds the time limit. It then counts as a network failure. */
function timed({ fetch: ask = fetch, timeoutMs = TIMEOUT_MS }: ClientSettings): NonNullable<Delivery['fetch']> {
  return (url, init) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]
    return ask(url, { ...init, signal: AbortSignal.any(signals) })
  }
}

/** The domain that the texts of the service must name. */
const domainOf = ({ domain, base = globalThis.location?.origin }: ClientSettings): string =>
  domain ?? new URL(base).host

/** The functions of one client, by kind of operation. */
function functionsOf(settings: ClientSettings) {
  const { token, signer: own, base } = settings
  const delivery: Delivery = { ...settings, fetch: timed(settings) }

  function callOf({ method, path }: Operation, input: Input = {}, options: CallOptions = {}): Call {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...settings.headers, ...options.headers }
    return { base, method, path, ...input, key: options.key, signal: options.signal, headers }
  }
  const ask = (operation: Operation, input?: Input, options?: CallOptions, read?: Read) =>
    send(callOf(operation, input, options), delivery, read)

  /** All attempts of a write use the same key. */
  const keyed = (options?: CallOptions): CallOptions & { readonly key: string } => ({
    ...options,
    key: options?.key ?? crypto.randomUUID(),
  })

  const write = (operation: Operation, input?: Input, options?: CallOptions) => ask(operation, input, keyed(options))

  async function upload(operation: Operation, { params, body }: Input = {}, options?: CallOptions) {
    const { file, proofId } = body as { file: Blob; proofId?: string } // by its type
    const { key, headers, signal } = keyed(options)
    const made = uploadBody(file, proofId, await boundaryOf(key))
    const typed = { key, signal, headers: { ...headers, 'content-type': made.type } }
    return ask(operation, { params, body: made.body }, typed)
  }

  /** Sends a write as a dry run: the same call with a header. */
  async function tried(deliver: typeof write, operation: Operation, input?: Input, options?: CallOptions) {
    const answer = await deliver(operation, input, { ...options, headers: { ...options?.headers, ...DRY_RUN } })
    return (answer as { dryRun: unknown }).dryRun // the response of every dry run
  }

  async function* pages(operation: Operation, input: Input = {}, options?: CallOptions): AsyncGenerator<unknown, void> {
    let { query } = input
    for (;;) {
      const page = (await ask(operation, { ...input, query }, options)) as Page // the response of a list
      yield page
      // The list of events has no end: its last page has a cursor for later events.
      const { nextCursor, hasMore } = page
      if (nextCursor === null || hasMore === false) return
      query = { ...query, [hasMore === undefined ? 'cursor' : 'since']: nextCursor }
    }
  }

  async function sign(operation: Operation, input: Input, how: SignOptions = {}) {
    const { signer = own, contentHash, ...options } = how
    if (!signer) throw new Error(`${operation.id} needs a signer: give one to the client or to the call.`)
    const account = await accountOf(signer)
    const steps = signedSteps(
      operation.id,
      (key, signal) => write(operation, input, { ...options, key, signal }),
      (body, key, signal) => write(operation, { ...input, body }, { ...options, key, signal }),
    )
    const { nonce, message } = await steps.prepare(options.signal)
    const { verdict, reason, explanation } = input.body as Readonly<Record<string, unknown>> // by its type
    const asked = { domain: domainOf(settings), address: account.address, nonce, id: String(input.params?.['id']) }
    requireVerdictText(message, { ...asked, verdict, words: reason ?? explanation, contentHash })
    return steps.submit({ nonce, signature: await account.signMessage({ message }) }, options.signal)
  }

  /**
   * `since=now` is first resolved to a cursor, so that a connection lost before the first event leaves no gap. That page may
   * have an event already, which the cursor is behind.
   */
  async function* stream(
    operation: Operation,
    input: Input = {},
    options?: CallOptions,
  ): AsyncGenerator<unknown, void> {
    const retries = settings.retries ?? Number.POSITIVE_INFINITY
    let { query } = input
    if (query?.['since'] === 'now') {
      const list = { ...operation, path: operation.path.replace(/\/stream$/, '') }
      const call = callOf(list, { query: { ...query, limit: 1 } }, options)
      const { events, nextCursor } = (await send(call, { ...delivery, retries })) as EventsPage
      yield* events
      query = { ...query, since: nextCursor }
    }
    const patient = { ...settings, retries }
    yield* follow(callOf(operation, { ...input, query }, options), patient, settings.silenceMs ?? SILENCE_MS)
  }

  const download = (operation: Operation, input?: Input, options?: CallOptions) =>
    ask(operation, input, options, (response) => response.blob())

  return { ask, write, upload, tried, pages, sign, stream, download }
}

type Functions = ReturnType<typeof functionsOf>

/** The function of one operation, with its extra methods. */
function functionOf(to: Functions, operation: Operation): unknown {
  type Args = [input?: Input, options?: CallOptions]
  const write = (...args: Args) => to.write(operation, ...args)
  switch (operation.kind) {
    case 'write':
      return Object.assign(write, { dryRun: (...args: Args) => to.tried(to.write, operation, ...args) })
    case 'upload':
      return Object.assign((...args: Args) => to.upload(operation, ...args), {
        dryRun: (...args: Args) => to.tried(to.upload, operation, ...args),
      })
    case 'signed':
      return Object.assign((input: Input, options?: SignOptions) => to.sign(operation, input, options), {
        dryRun: (...args: Args) => to.tried(to.write, operation, ...args),
        prepare: write,
        submit: write,
      })
    case 'stream':
      return (...args: Args) => to.stream(operation, ...args)
    case 'download':
      return (...args: Args) => to.download(operation, ...args)
    default:
      return Object.assign((...args: Args) => to.ask(operation, ...args), {
        pages: (...args: Args) => to.pages(operation, ...args),
      })
  }
}

/**
 * A client of one service: every operation of its API as a function.
 * @example
 * const trellis = createClient({ base: 'https://trellis.example' })
 * const { missions } = await trellis.listMissions({ query: { state: 'SEED' } })
 */
export function createClient(settings: ClientSettings = {}): Client {
  const functions = functionsOf(settings)
  const rows = Object.entries(OPERATIONS).map(([id, row]) => {
    const [kind = '', method = '', path = ''] = row.split(' ')
    return [id, functionOf(functions, { id, kind, method, path })]
  })
  const api = Object.fromEntries(rows) as Api // one function per operation, by its kind
  return {
    ...api,
    async signIn(signer: Signer | undefined = settings.signer, { chainId = 1, signal } = {}): Promise<SignedInClient> {
      if (!signer) throw new Error('To sign in needs a signer: an account, or a wallet of EIP-1193.')
      const account = await accountOf(signer)
      const { address } = account
      const { nonce, message } = await api.createSignInChallenge({ body: { address, chainId } }, { signal })
      requireSignInText(message, { domain: domainOf(settings), address, nonce })
      const signature = await account.signMessage({ message })
      const body = { nonce, signature, delivery: 'bearer' } as const
      const { token = '', ...session } = await api.verifySignIn({ body }, { signal })
      return { ...createClient({ ...settings, token, signer: account }), session: { ...session, token } }
    },
  }
}
