import { z } from 'zod'
import { read, write } from '@/lib/contract/endpoint'
import {
  MuseLinkQuery,
  MuseLinkStarted,
  MuseLinkView,
  StartMuseLink,
  UnlinkMuse,
  VerifyMuseLink,
} from '@/lib/muses/schemas'

const tag = 'Community platform'
const returnsLink = z.object({ link: MuseLinkView })
const ofWallet = { tag, access: 'wallet', limit: 'muse-link' } as const

export const listMuseLinks = read({
  operationId: 'listMuseLinks',
  path: '/api/v1/muse-links',
  tag,
  access: 'public',
  summary: 'Read the links of a wallet or of a Muse, ended ones included, newest first.',
  description: 'Name `wallet`, `museId` or both.',
  query: MuseLinkQuery,
  needsOneOf: ['wallet', 'museId'],
  returns: z.object({ links: z.array(MuseLinkView) }),
})

export const startMuseLink = write({
  operationId: 'startMuseLink',
  path: '/api/v1/muse-links/start',
  ...ofWallet,
  summary: 'Ask for a message that the Muse signs, or for a line that it posts.',
  body: StartMuseLink,
  returns: MuseLinkStarted,
  errors: ['conflict'],
  example: { museId: 'muse_1j335p3a14', method: 'ed25519-challenge' },
})

export const verifyMuseLink = write({
  operationId: 'verifyMuseLink',
  path: '/api/v1/muse-links/verify',
  ...ofWallet,
  summary: 'Link the Muse to the signed-in wallet, once it has proven itself.',
  description:
    'A Muse has one active link, and so has a wallet. A refused proof, or a platform that does not answer (503), leaves the nonce as it was.',
  body: VerifyMuseLink,
  returns: returnsLink,
  errors: ['not_found', 'expired', 'conflict'],
  example: { nonce: 'n0nce'.repeat(6), signature: 'A'.repeat(86) },
})

export const unlinkMuse = write({
  operationId: 'unlinkMuse',
  path: '/api/v1/muse-links/unlink',
  ...ofWallet,
  limitOfModerator: 'verifier',
  summary: "End the wallet's link; it stays in the history.",
  description: "A moderator may end any wallet's link.",
  body: UnlinkMuse,
  returns: returnsLink,
  errors: ['forbidden', 'conflict'],
  example: { reason: 'The key was handed on.' },
})
