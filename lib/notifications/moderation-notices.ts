import { z } from 'zod'
import { type Named, recordHref, toEach } from '@/lib/notifications/notices'
import type { Notice } from '@/lib/notifications/notify'
import { MODERATORS_KIND } from '@/lib/notifications/schemas'
import { quoted } from '@/lib/text/quoted'

// The words of the notifications about moderation.

/** The target of a notification about moderation: a record, or the page of the wallet with the Muse link. */
export const AffectedRecord = z.object({
  kind: z.enum(['challenge', 'mission', 'wallet']),
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  contributorWallet: z.string().nullish(),
  hidden: z.boolean(),
})
export type AffectedRecord = Readonly<z.infer<typeof AffectedRecord>>

/** What a moderator decided on a record, and why. */
interface Decision {
  readonly isHidden: boolean
  readonly reason: string
}

/** The path that a notification leads to. Hidden records are not linked. */
function readOn({ kind, id, hidden }: AffectedRecord): string {
  if (hidden) return '/notifications'
  return kind === 'wallet' ? `/wallets/${id}` : recordHref({ kind, id })
}

const moderated = (
  wallet: string,
  record: AffectedRecord,
  { isHidden, reason }: Decision,
  { title, what }: { readonly title: string; readonly what: string },
): Notice => ({
  wallet,
  kind: isHidden ? 'record-hidden' : 'record-restored',
  title,
  body: `${what} The moderator wrote: ${reason}`,
  href: readOn(record),
})

/** The title, in parentheses. While the record is hidden as a whole, only its parties are told of it. */
const named = (wallet: string, { title, owner, contributorWallet, hidden }: AffectedRecord) =>
  hidden && wallet !== owner && wallet !== contributorWallet ? '' : ` (${quoted(title)})`

const became = ({ isHidden }: Decision) => (isHidden ? 'is not shown any more' : 'was restored')

/**
 * The author of a record: a moderator hid it, or shows it again.
 * @param what the word for the record. @param record the record itself, or the one that it is a part of.
 */
export const recordModerated = (wallet: string, what: string, record: AffectedRecord, decision: Decision): Notice =>
  moderated(wallet, record, decision, {
    title: decision.isHidden ? 'A moderator hid a record of yours' : 'A record of yours is shown again',
    what: `Your ${what}${named(wallet, record)} ${became(decision)}.`,
  })

/** The contributor of a mission: a moderator hid it, or shows it again. */
export const workModerated = (wallet: string, mission: AffectedRecord, decision: Decision): Notice =>
  moderated(wallet, mission, decision, {
    title: decision.isHidden ? 'A moderator hid a mission of yours' : 'A mission of yours is shown again',
    what: `The mission ${quoted(mission.title)}, which names you as its contributor, ${became(decision)}.`,
  })

/**
 * Owner and contributor of a record that changed because a moderator hid a part of it, or shows the part again.
 * @param what the word for the part. @param consequence what changed in the record, as a sentence.
 */
export const partModerated = (
  wallet: string,
  what: string,
  record: AffectedRecord,
  consequence: string,
  decision: Decision,
): Notice =>
  moderated(wallet, record, decision, {
    title: decision.isHidden
      ? `A moderator hid a ${what} of your ${record.kind}`
      : `A ${what} of your ${record.kind} is shown again`,
    what: consequence,
  })

/** Moderators: somebody reported a record. Who reported it, and why, stands on the linked page. */
export const recordReported = (moderators: readonly string[], what: string, record: Named): Notice[] =>
  toEach(moderators, {
    kind: MODERATORS_KIND,
    title: 'A record was reported',
    body: `Somebody asks you to look at a ${what} (${quoted(record.title)}).`,
    href: '/moderation',
  })

/** The wallet that reported a record: what a moderator decided. */
export const reportSettled = (wallet: string, what: string, record: AffectedRecord, decision: Decision): Notice => ({
  wallet,
  kind: 'report-settled',
  title: decision.isHidden ? 'What you reported was hidden' : 'What you reported stays',
  body: `A moderator looked at the ${what}${named(wallet, record)} that you reported, and wrote: ${decision.reason}`,
  href: readOn(record),
})
