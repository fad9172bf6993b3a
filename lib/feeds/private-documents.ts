import { z } from 'zod'
import { listChallenges } from '@/lib/challenges/queries'
import { LIST_LIMIT_MAX } from '@/lib/contract/limits'
import { parseView } from '@/lib/db/parse-view'
import { MINUTE_MS } from '@/lib/durations'
import { type AtomEntry, atomDocument, feedUpdatedAt } from '@/lib/feeds/atom'
import { calendarDocument } from '@/lib/feeds/calendar'
import { challengeCalendar, missionCalendar, type Site } from '@/lib/feeds/deadlines'
import { privateFeedUrls } from '@/lib/feeds/private-feed'
import { sha256Hex } from '@/lib/history/jcs'
import { listMissions } from '@/lib/missions/queries'
import { notificationsBody } from '@/lib/notifications/queries'
import { NotificationView } from '@/lib/notifications/schemas'
import { addressOf } from '@/lib/seeds/queries'

const NEWS_MAX = 50

const News = z.looseObject({ notifications: z.array(NotificationView) })

/** A stable UUID for something without one (RFC 9562 §5.8). */
function uuidOf(name: string): string {
  const hash = sha256Hex(name)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The words are the service's own, also where they quote somebody. */
const entryOf = (
  wallet: string,
  { id, kind, title, body, href, createdAt }: NotificationView,
  { name, base }: Site,
): AtomEntry => ({
  uuid: uuidOf(`notification ${wallet} ${id}`),
  title,
  url: `${base}${href}`,
  publishedAt: createdAt,
  updatedAt: createdAt,
  author: name,
  category: kind,
  summary: body,
})

/** A wallet's notifications, except those that only request an action. @param secret of the feed's address. */
export async function newsDocument(wallet: string, site: Site, secret: string): Promise<string> {
  // News is for no role.
  const reader = { wallet, isAdmin: false }
  const { notifications } = parseView(News, await notificationsBody(reader, { limit: NEWS_MAX, news: 'true' }))
  return atomDocument({
    title: `${site.name}: your news`,
    subtitle: `What happened to the records of ${wallet}.`,
    self: privateFeedUrls(secret).news,
    page: `${site.base}/notifications`,
    entries: notifications.map((notification) => entryOf(wallet, notification, site)),
  })
}

/** The deadlines of the open records that a wallet owns or contributes to. To be only designated is nobody's own deadline. */
export async function deadlinesDocument(wallet: string, site: Site): Promise<string> {
  const party = addressOf(wallet)
  // Open records, earliest deadline first: ended ones take no place in the page.
  const page = { limit: LIST_LIMIT_MAX, sort: 'deadline' } as const
  const [owned, missions, contributed] = await Promise.all([
    listChallenges({ ...page, owner: party }),
    listMissions({ ...page, owner: party }),
    listMissions({ ...page, contributed: party }),
  ])
  const calendars = [
    ...owned.challenges.map((challenge) => challengeCalendar({ ...challenge, historySeq: 0 }, site)),
    ...[...missions.missions, ...contributed.missions].map((mission) =>
      missionCalendar({ ...mission, historySeq: 0 }, site),
    ),
  ]
  const updatedAt = feedUpdatedAt(calendars)
  return calendarDocument({
    name: `Your deadlines (${site.name})`,
    product: site.name,
    updatedAt,
    // The minute of the last change among those that are listed, so that an event that changes never gets a lower one.
    sequence: Math.floor(Date.parse(updatedAt) / MINUTE_MS),
    deadlines: calendars.flatMap(({ deadlines }) => deadlines),
  })
}
