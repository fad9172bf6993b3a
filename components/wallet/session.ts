import { adoptDrafts } from '@/components/forms/draft-names'
import { createStore } from '@/components/ui/store'
import { setWallet, walletState } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'

// Scripts cannot read the session cookie. A hint in localStorage says that there may be a session, so that who only reads sends
// no request for it. Where storage is blocked each page asks, and so does the wallet code while no session is known.
const HINT = 'session-until'
/** The reader's own address, which `public/people.js` marks on every page. */
const OWN = 'you'

/** @returns undefined where storage is blocked, so that there may be a session without a hint. */
function stored(name: typeof HINT | typeof OWN): string | null | undefined {
  try {
    return localStorage.getItem(name)
  } catch {
    return undefined
  }
}

/** Whether storage holds what was written last. */
let isKept = true

function writeHint(session: SessionView | null): void {
  isKept = false
  try {
    if (session) localStorage.setItem(HINT, session.expiresAt)
    else localStorage.removeItem(HINT)
    keepOwn(session?.address ?? null)
    isKept = true
  } catch {
    // Storage is blocked or full: nothing is marked, and the session is requested again, by the next page or when the wallet
    // code loads.
  }
}

function keepOwn(address: string | null): void {
  if (localStorage.getItem(OWN) === address) return
  if (address === null) localStorage.removeItem(OWN)
  else localStorage.setItem(OWN, address)
  // The browser itself tells only the other tabs.
  dispatchEvent(new StorageEvent('storage', { key: OWN }))
}

function mayHaveSession(): boolean {
  const hint = stored(HINT)
  return hint === undefined || Date.parse(hint ?? '') > Date.now()
}

/** The address of the signed-in wallet; while the session is not known, the one that it had on the last page. */
export function readerAddress(): string | null {
  const { session, lapsed } = walletState()
  const known = session ?? lapsed
  if (known) return known.address
  return mayHaveSession() ? (stored(OWN) ?? null) : null
}

/** Stores the session here and notifies the other tabs. Drafts that were typed while signed out are this wallet's from now on. */
export function keepSession(session: SessionView | null): void {
  writeHint(session)
  if (session) adoptDrafts(session.address)
  setWallet({ session, known: true, ...(session && { lapsed: null }) })
}

/** Stores that there is no session after a write asked for one. What was typed in the one before stays on the page. */
export function keepLapse(): void {
  const { session, lapsed } = walletState()
  setWallet({ lapsed: session ?? lapsed })
  keepSession(null)
}

/** The session in a response. It is parsed by hand, because the schema would be loaded on every page. */
function sessionIn(answer: unknown): SessionView | null {
  const session: unknown = typeof answer === 'object' && answer !== null && 'session' in answer ? answer.session : null
  return isSession(session) ? session : null
}

const isSession = (value: unknown): value is SessionView =>
  typeof value === 'object' &&
  value !== null &&
  ['address', 'expiresAt'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  ['isAdmin', 'isVerifier'].every((name) => typeof Reflect.get(value, name) === 'boolean')

let asking: Promise<SessionView | null> | null = null

/** How long a page waits for an answer of the service, where a reader waits with it. */
export const ANSWER_TIMEOUT_MS = 30_000
/** How many requests in a row got no answer. */
let failures = 0
let timer: ReturnType<typeof setTimeout>
const FIRST_PAUSE_MS = 2_000
const DOUBLINGS_MAX = 5

/**
 * Reads the session from the service and gives it to `keep`. If the service cannot be reached, nothing changes, and it is
 * requested again later.
 * @returns the session; the stored one if the service cannot be reached.
 */
async function readSession(keep: (session: SessionView | null) => void): Promise<SessionView | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    const response = await fetch('/api/auth/session', { cache: 'no-store', signal })
    if (!response.ok) throw response
    const session = sessionIn(await response.json())
    failures = 0
    keep(session)
    return session
  } catch {
    clearTimeout(timer)
    timer = setTimeout(catchUp, FIRST_PAUSE_MS * 2 ** Math.min(failures, DOUBLINGS_MAX))
    failures += 1
    return walletState().session
  }
}

/** Requests the current session and stores it. */
export function askSession(): Promise<SessionView | null> {
  asking ??= readSession(keepSession).finally(() => {
    setWallet({ known: true })
    asking = null
  })
  return asking
}

/**
 * Requests the session for a write. That it is over is not stored, because the reader may sign in again. Whoever asks them to
 * stores it if they do not (`keepLapse`).
 */
export const askActor = (): Promise<SessionView | null> =>
  readSession((session) => {
    if (session) keepSession(session)
  })

/**
 * Whether what was shown to this wallet is acted on as this wallet: another page may have signed in as somebody else, who is shown
 * now. If nobody is signed in any more, the service refuses the act itself.
 */
export async function isStillActor(wallet: string): Promise<boolean> {
  const actor = await askActor()
  return actor === null || actor.address === wallet
}

/** Requests the session for what has just changed: an answer that is on its way may be from before. */
async function askAnew(): Promise<SessionView | null> {
  await asking
  return askSession()
}

/** Changes when a document came back from the back/forward cache to the wallet that left it: what it shows may be out of date. */
export const returns = createStore(0)

/**
 * After Back the browser may show a document as it was left, with its scripts (HTML, `pageshow` with `persisted`). It was told of
 * nothing meanwhile, so what belongs to a wallet that signed out leaves it before the service is asked.
 */
async function comeBack({ persisted }: PageTransitionEvent): Promise<void> {
  const { session } = walletState()
  if (!persisted || (!session && stored(HINT) === null)) return
  // Where nothing is kept, that the address is not there says nothing.
  if (session && isKept && stored(OWN) !== session.address) setWallet({ session: null, lapsed: null, known: false })
  const now = await askAnew()
  if (now && now.address === session?.address) returns.set(returns.get() + 1)
}

/** Requests the session again after a request without an answer: one failed request must not leave the reader signed out. */
function catchUp(): void {
  if (failures > 0 && !document.hidden && mayHaveSession()) void askSession()
}

/** Requests the session once per page load, only if there may be one, and again when another page may have changed it. */
export function followSession(): () => void {
  const { known } = walletState()
  if (!known && stored(HINT) !== null) void askSession()
  else if (!known) setWallet({ known: true })
  const onStorage = (event: StorageEvent) => {
    if (event.key === HINT) void askAnew()
  }
  const onPageShow = (event: PageTransitionEvent) => void comeBack(event)
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onPageShow)
  addEventListener('online', catchUp)
  document.addEventListener('visibilitychange', catchUp)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onPageShow)
    removeEventListener('online', catchUp)
    document.removeEventListener('visibilitychange', catchUp)
  }
}
