import { z } from 'zod'
import { type Named, recordHref } from '@/lib/notifications/notices'
import type { Notice } from '@/lib/notifications/notify'

// What a moderator's action is told by.

/** What a notification about moderation leads to: a record, or the page of the wallet whose Muse link is meant. */
export const AffectedRecord = z.object({
  kind: z.enum(['challenge', 'mission', 'wallet']),
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  hidden: z.boolean(),
})
export type AffectedRecord = Readonly<z.infer<typeof AffectedRecord>>

/** Where to read on about a record: nothing leads to a hidden one, except those to whom its own page tells of it. */
function readOn({ kind, id, hidden }: AffectedRecord): string {
  if (hidden) return '/notifications'
  return kind === 'wallet' ? `/wallets/${id}` : recordHref({ kind, id })
}

/** Whoever made a record: a moderator hid it. @param what the word for it. @param record that it is a part of, or itself. */
export const recordHidden = (wallet: string, what: string, record: AffectedRecord, reason: string): Notice => ({
  wallet,
  kind: 'record-hidden',
  title: 'A moderator hid a record of yours',
  body: `Your ${what} (“${record.title}”) is not shown any more. The moderator wrote: ${reason}`,
  href: readOn(record),
})

/** Whoever made a record: it is shown again. */
export const recordRestored = (wallet: string, what: string, record: AffectedRecord, reason: string): Notice => ({
  wallet,
  kind: 'record-restored',
  title: 'A record of yours is shown again',
  body: `Your ${what} (“${record.title}”) was restored. The moderator wrote: ${reason}`,
  href: readOn(record),
})

/** The contributor of a mission: a moderator hid it. */
export const workHidden = (wallet: string, record: AffectedRecord, reason: string): Notice => ({
  wallet,
  kind: 'record-hidden',
  title: 'A moderator hid a mission of yours',
  body: `The mission “${record.title}”, which names you as its contributor, is not shown any more. The moderator wrote: ${reason}`,
  href: readOn(record),
})

/** The same: it is shown again. */
export const workRestored = (wallet: string, record: AffectedRecord, reason: string): Notice => ({
  wallet,
  kind: 'record-restored',
  title: 'A mission of yours is shown again',
  body: `The mission “${record.title}”, which names you as its contributor, was restored. The moderator wrote: ${reason}`,
  href: readOn(record),
})

/** @param consequence what it did to the record, in a sentence. */
interface PartNotice {
  readonly consequence: string
  readonly reason: string
}

/** Owner and contributor of a record that has changed because a moderator hid a part of it. @param what the word for the part. */
export const partHidden = (wallet: string, what: string, record: AffectedRecord, told: PartNotice): Notice => ({
  wallet,
  kind: 'record-hidden',
  title: `A moderator hid a ${what} of your ${record.kind}`,
  body: `${told.consequence} The moderator wrote: ${told.reason}`,
  href: readOn(record),
})

/** The same: it is shown again. */
export const partRestored = (wallet: string, what: string, record: AffectedRecord, told: PartNotice): Notice => ({
  wallet,
  kind: 'record-restored',
  title: `A ${what} of your ${record.kind} is shown again`,
  body: `${told.consequence} The moderator wrote: ${told.reason}`,
  href: readOn(record),
})

/** Moderators: somebody asks them to look at a record. Who, and why, they read there. */
export const recordReported = (moderators: readonly string[], what: string, record: Named): Notice[] =>
  moderators.map((wallet) => ({
    wallet,
    kind: 'record-reported',
    title: 'A record was reported',
    body: `Somebody asks you to look at a ${what} (“${record.title}”).`,
    href: '/moderation',
  }))

/** Whoever reported a record: what became of it. */
export const reportSettled = (
  wallet: string,
  what: string,
  record: AffectedRecord,
  settled: { isHidden: boolean; reason: string },
): Notice => ({
  wallet,
  kind: 'report-settled',
  title: settled.isHidden ? 'What you reported was hidden' : 'What you reported stays',
  body: `A moderator looked at the ${what} (“${record.title}”) that you reported, and wrote: ${settled.reason}`,
  href: readOn(record),
})
