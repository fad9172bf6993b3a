import { z } from 'zod'
import { OpenSessionView, SessionView } from '@/lib/auth/schemas'
import { call, read, write } from '@/lib/contract/endpoint'
import { Address, NextCursor, NonceText, Timestamp, WalletSignature } from '@/lib/contract/fields'
import { NONCE_TTL_MS, SIGN_IN_TRIES_MAX } from '@/lib/contract/limits'
import { PageQuery } from '@/lib/contract/list'
import { EmptyBody } from '@/lib/contract/signed-step'
import { inMinutes } from '@/lib/durations'

const tag = 'Sign-in'

export const createSignInChallenge = call({
  operationId: 'createSignInChallenge',
  path: '/api/v1/auth/challenge',
  tag,
  access: 'public',
  limit: 'sign-in',
  summary: 'Get a one-time message to sign in with.',
  description: `An EIP-4361 message for \`personal_sign\`, valid for ${inMinutes(NONCE_TTL_MS)} minutes.`,
  body: z
    .object({
      address: Address,
      chainId: z
        .int({ error: 'This field must be a chain id: a positive whole number.' })
        .positive('This field must be a chain id: a positive whole number.')
        .meta({ example: 1 }),
    })
    .meta({ id: 'SignInChallengeRequest' }),
  returns: z.object({ nonce: z.string(), message: z.string(), expiresAt: Timestamp }).meta({ id: 'SignInChallenge' }),
  example: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chainId: 1 },
})

export const verifySignIn = call({
  operationId: 'verifySignIn',
  path: '/api/v1/auth/verify',
  tag,
  access: 'public',
  limit: 'sign-in-signature',
  limitOfNetwork: true,
  summary: 'Prove the wallet by its signature and open a session.',
  description: `With \`delivery\` \`bearer\` the answer carries a token; otherwise the cookie \`svc_session\` is set. For one message ${SIGN_IN_TRIES_MAX} signatures are looked at; then 401, and a new one has to be asked for.`,
  body: z
    .object({ nonce: NonceText, signature: WalletSignature, delivery: z.enum(['cookie', 'bearer']).default('cookie') })
    .meta({ id: 'SignInVerifyRequest' }),
  returns: SessionView.extend({ token: z.string().optional() }).meta({ id: 'SignedIn' }),
  errors: ['unauthenticated', 'conflict', 'expired'],
  example: { nonce: 'n0ncen0ncen0nce0', signature: `0x${'ab'.repeat(65)}`, delivery: 'bearer' },
})

export const signOut = call({
  operationId: 'signOut',
  path: '/api/v1/auth/signout',
  tag,
  access: 'session',
  status: 200,
  summary: 'Revoke the session.',
  description: 'Once it is revoked, a repetition is 401, and is counted by network as a signature for sign-in is.',
  body: EmptyBody,
  returns: z.object({ signedOut: z.literal(true) }),
  errors: ['rate_limited'],
  example: {},
})

export const listSessions = read({
  operationId: 'listSessions',
  path: '/api/v1/sessions',
  tag,
  access: 'wallet',
  summary: "Read the caller's open sessions, newest first.",
  query: PageQuery,
  returns: z.object({ sessions: z.array(OpenSessionView), nextCursor: NextCursor }),
})

const Revoked = z.object({ revoked: z.int().nonnegative().meta({ description: 'How many sessions were ended.' }) })

export const revokeSession = write({
  operationId: 'revokeSession',
  path: '/api/v1/sessions/{id}/revoke',
  tag,
  access: 'wallet',
  summary: 'End one of the caller’s sessions, whichever browser or program holds it.',
  description: "404 for a session that is not open, and for another wallet's.",
  body: EmptyBody,
  returns: Revoked,
  errors: ['not_found'],
  example: {},
})

export const revokeAllSessions = write({
  operationId: 'revokeAllSessions',
  path: '/api/v1/sessions/revoke-all',
  tag,
  access: 'wallet',
  endsSession: true,
  summary: 'End every session of the caller, the one that asks included.',
  description:
    'The cookie is taken back. A repetition is 401, because its session has ended too. The address of the caller’s private feeds ends with them: whoever had a session may have read it.',
  body: EmptyBody,
  returns: Revoked,
  example: {},
})
