import { z } from 'zod'
import { createSignInChallenge, signOut, verifySignIn } from '@/lib/auth/contract'
import { SessionView } from '@/lib/auth/schemas'
import { call, read } from '@/lib/contract/endpoint'
import { Wallet } from '@/lib/contract/fields'

// The same implementation as `/api/v1/auth/*` (docs/decisions.md#one-record-two-surfaces): a nonce of one interface is
// valid at the other.

const tag = 'Earlier interface'

export const createEarlierSignInChallenge = call({
  ...createSignInChallenge,
  operationId: 'createEarlierSignInChallenge',
  path: '/api/auth/challenge',
  tag,
})

export const verifyEarlierSignIn = call({
  operationId: 'verifyEarlierSignIn',
  path: '/api/auth/verify',
  tag,
  access: 'public',
  limit: 'sign-in-signature',
  limitOfNetwork: true,
  summary: 'Prove the wallet by its signature; the session cookie is set.',
  description: 'Always by the cookie `svc_session`. For a bearer token use the versioned interface.',
  body: verifySignIn.body.omit({ delivery: true }).meta({ id: 'EarlierSignInVerifyRequest' }),
  returns: SessionView,
  errors: verifySignIn.errors,
  example: { nonce: 'n0ncen0ncen0nce0', signature: `0x${'ab'.repeat(65)}` },
})

export const signOutEarlier = call({ ...signOut, operationId: 'signOutEarlier', path: '/api/auth/signout', tag })

export const getSession = read({
  operationId: 'getSession',
  path: '/api/auth/session',
  tag,
  access: 'public',
  viewer: true,
  summary: 'The signed-in wallet and its roles, or null.',
  returns: z.object({ session: SessionView.nullable() }),
})

export const listRoles = read({
  operationId: 'listRoles',
  path: '/api/roles',
  tag: 'Earlier interface',
  access: 'public',
  summary: 'The allowlisted wallets: who verifies, and who moderates.',
  description: 'As they are now; what was signed by a wallet stands, whatever roles it has later.',
  returns: z.object({
    roles: z
      .object({
        verifiers: z.array(Wallet).meta({ description: 'They sign decisions, reviews and verifications.' }),
        moderators: z.array(Wallet).meta({ description: 'They hide and restore records, and approve posts.' }),
      })
      .meta({ id: 'Roles' }),
  }),
})
