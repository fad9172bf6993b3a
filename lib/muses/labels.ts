import type { MuseLinkMethod } from '@/lib/muses/schemas'

/** How a Muse proved itself, as a sentence without its actor. */
export const MUSE_LINK_METHOD_LABELS: Readonly<Record<MuseLinkMethod, string>> = {
  'ed25519-challenge': 'Signed a text with its key',
  'signed-post': 'Posted a one-time line in public',
}
