import { answerFile, RECORD_FILE_MAX_AGE_SECONDS, readById } from '@/app/file-answer'
import { appUrl, serviceName } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { type AtomEntry, atomDocument, feedUpdatedAt } from '@/lib/feeds/atom'
import { type Calendar, calendarDocument } from '@/lib/feeds/calendar'
import type { Site } from '@/lib/feeds/deadlines'
import { walletOfFeed } from '@/lib/feeds/private-feed'

const ENTRIES_MAX = 50

const site = (): Site => ({ name: serviceName(), base: appUrl() })

/** The public Atom feed of the newest records of one list. */
export function answerFeed(
  request: Request,
  list: 'challenges' | 'missions',
  subtitle: string,
  read: (base: string, limit: number) => Promise<AtomEntry[]>,
): Promise<Response> {
  return answerFile(request, async () => {
    const base = appUrl()
    const entries = await read(base, ENTRIES_MAX)
    const page = `${base}/${list}`
    return {
      body: atomDocument({ title: `${serviceName()}: ${list}`, subtitle, self: `${page}/feed.xml`, page, entries }),
      type: 'application/atom+xml; charset=utf-8',
      maxAgeSeconds: RECORD_FILE_MAX_AGE_SECONDS,
      changedAt: feedUpdatedAt(entries),
    }
  })
}

/** A feed of one wallet. A secret that is invalid or revoked gets the same response as one that never existed. */
export function answerPrivateFeed(
  request: Request,
  secret: string,
  type: string,
  make: (wallet: string, site: Site, secret: string) => Promise<string>,
): Promise<Response> {
  return answerFile(request, async () => {
    const wallet = await walletOfFeed(secret)
    if (wallet === null) throw notFound('There is no such feed.')
    const body = await make(wallet, site(), secret)
    return { body, type: `${type}; charset=utf-8`, maxAgeSeconds: 0, isPrivate: true }
  })
}

/** The calendar with the deadlines of one record. */
export const answerCalendar = <Shown extends { readonly id: string; readonly updatedAt: string }>(
  request: Request,
  kind: 'challenge' | 'mission',
  id: string,
  read: (id: string) => Promise<Shown>,
  calendarOf: (record: Shown, site: Site) => Calendar,
): Promise<Response> =>
  answerFile(request, async () => {
    const record = await readById(id, read)
    return {
      body: calendarDocument(calendarOf(record, site())),
      type: 'text/calendar; charset=utf-8',
      maxAgeSeconds: RECORD_FILE_MAX_AGE_SECONDS,
      changedAt: record.updatedAt,
      saveAs: `${kind}-${record.id}.ics`,
    }
  })
