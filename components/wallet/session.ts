import { setWallet, walletState } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'

// The cookie of a session cannot be read by a script. A note in localStorage says that there may be one, so that
// readers without a session never ask for it.
const HINT = 'session-until'

function readHint(): string | null {
  try {
    return localStorage.getItem(HINT)
  } catch {
    return null
  }
}

function writeHint(session: SessionView | null): void {
  try {
    if (session) localStorage.setItem(HINT, session.expiresAt)
    else localStorage.removeItem(HINT)
  } catch {
    // Storage is blocked: the session is asked for again when the wallet is reached for.
  }
}

/** Notes who is signed in, here and for the other tabs. */
export function keepSession(session: SessionView | null): void {
  writeHint(session)
  setWallet({ session, known: true })
}

/** The session that an answer tells of. By hand: the schema would come along on every page. */
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

/** Asks the service who is signed in. When it cannot be reached, nothing changes. */
export function askSession(): Promise<SessionView | null> {
  asking ??= fetch('/api/auth/session', { cache: 'no-store' })
    .then(async (response) => {
      if (!response.ok) return walletState().session
      const session = sessionIn(await response.json())
      keepSession(session)
      return session
    })
    .catch(() => walletState().session)
    .finally(() => {
      setWallet({ known: true })
      asking = null
    })
  return asking
}

/** Asks once per page load, and only when there may be a session; follows what other tabs do. */
export function followSession(): () => void {
  const { known } = walletState()
  if (!known && readHint()) void askSession()
  else if (!known) setWallet({ known: true })
  const onStorage = (event: StorageEvent) => {
    if (event.key === HINT) void askSession()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
