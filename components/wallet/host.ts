import { ApiError } from '@/client/src/errors'
import { cancelRefresh } from '@/components/notifications/unread-store'
import { shortAddress } from '@/components/ui/short-address'
import { chooseWallet, resolveTwoWallets } from '@/components/wallet/connection/choose'
import {
  connectedSigner,
  disconnectAccount,
  type Signer,
  startConnection,
} from '@/components/wallet/connection/connection'
import { askActor, askSession, keepLapse, keepSession, readerAddress } from '@/components/wallet/session'
import { announcement } from '@/components/wallet/sheets/sheets'
import { inTurn } from '@/components/wallet/sheets/turns'
import type { NoActor, NoAnswer, SignatureJob } from '@/components/wallet/signing/job'
import { runSignature } from '@/components/wallet/signing/signature'
import { watchUnconfirmed } from '@/components/wallet/signing/unconfirmed'
import { walletState } from '@/components/wallet/wallet-store'
import { request } from '@/lib/api/request'
import { createSignInChallenge, signOut as signOutContract, verifySignIn } from '@/lib/auth/contract'
import type { SessionView } from '@/lib/auth/schemas'
import { isLoopback } from '@/lib/url'

// The wallet code. It is loaded by `loadWallet` (components/wallet/wallet.ts), so it is not part of a page's first load.

let started: Promise<void> | null = null

async function start(): Promise<void> {
  if (isLoopback(location.hostname)) {
    const { announceDemoWallets } = await import('@/components/wallet/demo/announce')
    await announceDemoWallets()
  }
  // Where nothing can be stored no hint tells of a session, so that it is known only from the service.
  await Promise.all([startConnection(), walletState().session ? null : askSession()])
}

/** Finds the wallets of this browser, once. */
export function startHost(): Promise<void> {
  started ??= start().catch((fault: unknown) => {
    started = null
    throw fault
  })
  return started
}

const LEADS = {
  asked: 'Signing this text proves that the wallet is yours. It costs nothing and sends no transaction.',
  needed: 'To go on you sign in once. Signing this text proves that the wallet is yours; it costs nothing.',
  over: 'Your session is over. Sign in again to go on; what you typed is kept.',
} as const

/** EIP-4361 asks for a chain, though nothing here depends on it: Ethereum's if the wallet names none that can be. */
const chainIdOf = ({ chainId }: Signer) => (Number.isSafeInteger(chainId) && chainId > 0 ? chainId : 1)

function signInJob(signer: Signer): SignatureJob<SessionView> {
  return {
    title: 'Sign in',
    prepare: (signal) =>
      request(createSignInChallenge, { body: { address: signer.address, chainId: chainIdOf(signer) } }, { signal }),
    async record({ nonce, signature }, signal) {
      const { address, isAdmin, isVerifier, expiresAt } = await request(
        verifySignIn,
        { body: { nonce, signature, delivery: 'cookie' } },
        { signal },
      )
      const session = { address, isAdmin, isVerifier, expiresAt }
      keepSession(session)
      announcement.set(`Signed in as ${shortAddress(address)}.`)
      return session
    },
    recorded: ({ address }) => ({ words: `You are signed in as ${shortAddress(address)}.` }),
  }
}

async function runSignIn(why: keyof typeof LEADS): Promise<SessionView | null> {
  const session = await trySignIn(why)
  if (!session && why !== 'asked') keepLapse()
  return session
}

async function trySignIn(why: keyof typeof LEADS): Promise<SessionView | null> {
  let signer = connectedSigner.get() ?? (await chooseWallet())
  while (signer) {
    const settings = { address: signer.address, isSignIn: true, lead: LEADS[why] }
    const end = await runSignature(signInJob(signer), settings)
    if (typeof end === 'object') return end.result
    if (end === 'left' || end === 'elsewhere') return null
    const switched = end === 'switched' ? connectedSigner.get() : null
    signer = switched ?? (await chooseWallet(end === 'switched' ? 'any' : 'another'))
  }
  return null
}

/** Signs in with a wallet of the reader's choice. @returns null when they close the dialog. @public by way of `loadWallet`. */
export function signIn(): Promise<SessionView | null> {
  return inTurn(async () => (await askSession()) ?? runSignIn('asked'))
}

/** Signs in with the currently connected account, regardless of the session. @public by way of `loadWallet`. */
export const signInAsConnected = (): Promise<SessionView | null> => inTurn(() => runSignIn('asked'))

/** Ends the session. @public by way of `loadWallet`. */
export async function signOut(): Promise<void> {
  cancelRefresh()
  await request(signOutContract, { body: {} }).catch((fault: unknown) => {
    // The session has already ended.
    if (!(fault instanceof ApiError && fault.status === 401)) throw fault
  })
  keepSession(null)
  announcement.set('Signed out.')
}

/** Disconnects the wallet and keeps the session. @public by way of `loadWallet`. */
export async function disconnectWallet(): Promise<void> {
  await disconnectAccount()
}

/** Why a write that the reader left was not sent. */
const whyLeft = () => (walletState().lapsed ? 'over' : 'left')

/**
 * Determines who acts before a write. It asks for a sign-in if there is no session, and stops if the connected account
 * differs from the signed-in one. It never continues as anyone other than the wallet that the page showed.
 * @public loaded by wallet.ts: knip does not see who calls it.
 */
export function requireActor(): Promise<SessionView | NoActor> {
  const shown = readerAddress()
  return inTurn(() => agreedActor(shown))
}

/** The actor of a write whose turn has come. @param shown the wallet that the page showed as it was asked for; null if none. */
async function agreedActor(shown: string | null): Promise<SessionView | NoActor> {
  const actor = await actorNow(shown)
  if (typeof actor === 'string') return actor
  const { connected } = walletState()
  if (!connected || connected.address === actor.address) return actor
  const end = await resolveTwoWallets(actor.address)
  if (end === 'agree') return actorNow(actor.address)
  return end === 'sign-in' && (await runSignIn('asked')) ? 'other' : 'left'
}

/**
 * The session as the service knows it now: meanwhile another tab may have signed in as somebody else.
 * @param shown the wallet that the page or a sheet showed; null if none.
 */
async function actorNow(shown: string | null): Promise<SessionView | NoActor> {
  const session = (await askActor()) ?? (await runSignIn(shown ? 'over' : 'needed'))
  if (!session) return whyLeft()
  return shown && shown !== session.address ? 'other' : session
}

/** Waits until the signed-in and the connected wallet are the same. @returns the session, a new one if the reader signs in as another. */
async function agreeingSigner(session: SessionView, chooseAnother: boolean): Promise<SessionView | NoActor> {
  const connected = chooseAnother ? null : connectedSigner.get()
  if (connected?.address === session.address) return session
  const signer = connected ?? (await chooseWallet(chooseAnother ? 'another' : 'any'))
  if (!signer) return whyLeft()
  const end = signer.address === session.address ? 'agree' : await resolveTwoWallets(session.address)
  if (end === 'agree') return actorNow(session.address)
  return (end === 'sign-in' ? await runSignIn('asked') : null) ?? whyLeft()
}

/**
 * Requests a signature in three visible steps: prepared, waiting in the wallet, recorded. Of several, each begins when the
 * reader has closed the one before.
 * @returns the recorded result, or why there is none.
 * @throws ApiError if the service refused it for good; what `check` of the job throws.
 * @public by way of `loadWallet`.
 * @example
 * const signed = await requestSignature({ title: 'Approve this proof', prepare, record, recorded })
 */
export async function requestSignature<T>(asked: SignatureJob<T>): Promise<{ readonly result: T } | NoAnswer> {
  const shown = readerAddress()
  const { queue } = asked
  try {
    return await inTurn(async (hasWaited) => {
      if (hasWaited) await queue?.check()
      return sign(asked, shown)
    }, queue?.signal)
  } catch (fault) {
    // Nobody waits for it any more, and its sheet was never open.
    if (queue?.signal.aborted && fault === queue.signal.reason) return 'left'
    throw fault
  }
}

/** @param shown the wallet that the page showed as the signature was asked for; null if none. */
async function sign<T>(asked: SignatureJob<T>, shown: string | null): Promise<{ readonly result: T } | NoAnswer> {
  const { job, isUnconfirmed } = watchUnconfirmed(asked)
  let acting = await agreedActor(shown)
  let chooseAnother = false
  while (typeof acting !== 'string') {
    acting = await agreeingSigner(acting, chooseAnother)
    if (typeof acting === 'string') break
    const settings = { address: acting.address, isSignIn: false, lead: '' }
    const end = await runSignature(job, settings).catch((fault: unknown) => {
      // What was sent before may be recorded, and may be why the service refuses more.
      if (isUnconfirmed()) return 'left' as const
      throw fault
    })
    if (typeof end === 'object' || end === 'elsewhere') return end
    if (end === 'left') acting = whyLeft()
    if (end === 'signed-out') acting = (await runSignIn('over')) ?? whyLeft()
    if (end === 'switched') acting = (await runSignIn('asked')) ?? whyLeft()
    chooseAnother = end === 'another'
  }
  return isUnconfirmed() ? 'unknown' : acting
}
