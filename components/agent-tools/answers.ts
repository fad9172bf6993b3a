import type { ToolAnswer } from '@/components/agent-tools/model-context'
import { ApiError } from '@/lib/api/client'

/** The answer of the service, as it is. */
export const answered = (answer: unknown): ToolAnswer => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] })

/** Why nothing was done and what to do about it, in the form of the API's error object. */
export function refused(code: string, message: string, more: object = {}): ToolAnswer {
  const error = { code, message, field: null, ...more }
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], isError: true }
}

export function refusedBy(fault: unknown): ToolAnswer {
  if (!(fault instanceof ApiError)) return refused('internal_error', 'This page could not do that. Nothing was saved.')
  const { code, message, field, retryAfterSeconds } = fault
  return refused(code, message, { field, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) })
}

const HOW_TO_SIGN_IN =
  'Ask the person to press “Connect” at the top of this page and to sign the sign-in text with their wallet: it costs nothing and sends no transaction. Then call this tool again.'

export const signInFirst = (): ToolAnswer =>
  refused('sign_in_first', `Sign in first. ${HOW_TO_SIGN_IN}`, { needs: 'wallet' })

export const verifierFirst = (wallet: string): ToolAnswer =>
  refused(
    'verifier_first',
    `This needs verifier authority. The signed-in wallet ${wallet} is not on this service’s list of verifiers; ask the person to sign in with one that is.`,
    { needs: 'verifier' },
  )

export const otherWallet = (): ToolAnswer =>
  refused(
    'two_wallets',
    'The wallet has another account connected than the one signed in, so nothing was sent. Ask the person to switch back in their wallet or to sign in as the other.',
    { needs: 'wallet' },
  )

export const notSigned = (): ToolAnswer =>
  refused('not_signed', 'The person left the signature. Nothing was recorded; call this tool again if they want to.', {
    needs: 'verifier',
  })
