import { chooseWallet } from '@/components/wallet/host/choose'
import { announcement } from '@/components/wallet/host/sheets'
import { runSignature } from '@/components/wallet/host/signature'
import { currentSigner, disconnectWallet, type Signer, startStack } from '@/components/wallet/host/stack'
import { resolveTwoWallets } from '@/components/wallet/host/two-wallets'
import { askSession, keepSession } from '@/components/wallet/session'
import { shortAddress } from '@/components/wallet/short-address'
import type { NoActor, SignatureJob } from '@/components/wallet/wallet'
import { walletState } from '@/components/wallet/wallet-store'
import { ApiError, request } from '@/lib/api/client'
import { createSignInChallenge, signOut as signOutContract, verifySignIn } from '@/lib/auth/contract'
import type { SessionView } from '@/lib/auth/schemas'
import { isLoopback } from '@/lib/url'

// What the wallet code does for the page, loaded by components/wallet/wallet.ts on the first demand.

let started: Promise<void> | null = null

async function start(walletConnectId: string | null): Promise<void> {
  if (isLoopback(location.hostname)) {
    const { announceDemoWallets } = await import('@/components/wallet/demo/announce')
    await announceDemoWallets()
  }
  await Promise.all([startStack(walletConnectId), walletState().known ? null : askSession()])
}

function startHost(walletConnectId: string | null): Promise<void> {
  started ??= start(walletConnectId).catch((fault: unknown) => {
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

function signInJob(signer: Signer): SignatureJob<SessionView> {
  return {
    title: 'Sign in',
    prepare: (signal) =>
      request(createSignInChallenge, { body: { address: signer.address, chainId: signer.chainId } }, { signal }),
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
    recorded: ({ address }) => ({
      words: `You are signed in as ${shortAddress(address)}.`,
      href: `/wallets/${address}`,
      link: 'Your page',
    }),
  }
}

/** @param goesOn whether something else waits for this sign-in. */
async function runSignIn(why: keyof typeof LEADS, goesOn: boolean): Promise<SessionView | null> {
  let signer = currentSigner() ?? (await chooseWallet())
  while (signer) {
    const settings = { address: signer.address, isSignIn: true, lead: LEADS[why], goesOn }
    const end = await runSignature(signInJob(signer), settings)
    if (typeof end === 'object') return end.result
    if (end === 'left') return null
    signer = end === 'switched' ? (currentSigner() ?? (await chooseWallet())) : await chooseWallet()
  }
  return null
}

async function signIn(): Promise<SessionView | null> {
  return (await askSession()) ?? runSignIn('asked', false)
}

const signInAsConnected = (): Promise<SessionView | null> => runSignIn('asked', false)

async function signOut(): Promise<void> {
  await request(signOutContract, { body: {} }).catch((fault: unknown) => {
    // The session is over already: that is what was wanted.
    if (!(fault instanceof ApiError && fault.status === 401)) throw fault
  })
  keepSession(null)
  announcement.set('Signed out.')
}

async function requireActor(): Promise<SessionView | NoActor> {
  const shown = walletState().session
  const session = await askSession()
  if (!session) {
    const opened = await runSignIn(shown ? 'over' : 'needed', true)
    if (!opened) return 'left'
    return shown && shown.address !== opened.address ? 'other' : opened
  }
  // Another tab may have signed in as somebody else.
  if (shown && shown.address !== session.address) return 'other'
  const { connected } = walletState()
  if (!connected || connected.address === session.address) return session
  const end = await resolveTwoWallets(session.address)
  if (end === 'agree') return session
  return end === 'sign-in' && (await runSignIn('asked', true)) ? 'other' : 'left'
}

/** The signed-in wallet and the connected one, once they are the same; a reader who signs in as another becomes that. */
async function agreeingSigner(session: SessionView, chooseAnother: boolean): Promise<SessionView | null> {
  const signer = (chooseAnother ? null : currentSigner()) ?? (await chooseWallet())
  if (!signer) return null
  if (signer.address === session.address) return session
  const end = await resolveTwoWallets(session.address)
  if (end === 'agree') return session
  return end === 'sign-in' ? runSignIn('asked', true) : null
}

async function requestSignature<T>(job: SignatureJob<T>): Promise<{ readonly result: T } | NoActor> {
  const actor = await requireActor()
  if (typeof actor === 'string') return actor
  let session: SessionView | null = actor
  let chooseAnother = false
  while (session) {
    session = await agreeingSigner(session, chooseAnother)
    if (!session) break
    const settings = { address: session.address, isSignIn: false, lead: '', goesOn: false }
    const end = await runSignature(job, settings)
    if (typeof end === 'object') return end
    if (end === 'left') break
    if (end === 'signed-out') session = await runSignIn('over', true)
    if (end === 'switched') session = await runSignIn('asked', true)
    chooseAnother = end === 'another'
  }
  return 'left'
}

export const host = {
  startHost,
  signIn,
  signInAsConnected,
  signOut,
  disconnectWallet,
  requireActor,
  requestSignature,
}
