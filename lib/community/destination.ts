import { z } from 'zod'
import type { Destination } from '@/lib/community/compose-post'
import { type Db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { invalid } from '@/lib/errors'
import { channelOfUrl, platformPostId } from '@/lib/platform/urls'

/** Where a record is talked about: a channel, and a post to reply to where one is known. */
type DestinationOrNone = Destination | null

const PlaceRow = z.object({ channel: z.string(), parentPostId: z.string().nullable() })
const SourceRow = z.object({
  channel: z.string().nullable(),
  postId: z.string().nullable(),
  sourceUrl: z.string().nullable(),
})

export const placeOfChallenge = (executor: Db, challengeId: string): Promise<DestinationOrNone> =>
  findOne(
    executor,
    sql`SELECT channel, "postId" AS "parentPostId" FROM "PlatformThread" WHERE "challengeId" = ${challengeId}::uuid`,
    PlaceRow,
  )

/** The thread of the challenge that a mission grew from, else the post that it was made from. */
export async function placeOfMission(executor: Db, missionId: string): Promise<DestinationOrNone> {
  const mission = await findOne(
    executor,
    sql`SELECT m."sourceUrl", t.channel, t."postId" FROM "Mission" m
      LEFT JOIN "PlatformThread" t ON t."challengeId" = m."challengeId" WHERE m.id = ${missionId}::uuid`,
    SourceRow,
  )
  if (!mission) return null
  if (mission.channel !== null) return { channel: mission.channel, parentPostId: mission.postId }
  return mission.sourceUrl === null ? null : placeOfUrl(mission.sourceUrl)
}

function placeOfUrl(url: string): DestinationOrNone {
  const postId = platformPostId(url)
  const channel = postId === null ? null : channelOfUrl(url)
  return channel === null ? null : { channel, parentPostId: postId }
}

/**
 * The channel asked for, else that of the discussion. A parent must be in the same channel, so a post into another one
 * stands by itself.
 * @throws Refusal `invalid_request` when no channel is known.
 */
export function destinationOf(asked: string | undefined, place: DestinationOrNone): Destination {
  const channel = asked ?? place?.channel
  if (channel === undefined) throw invalid('channel', 'No discussion is linked, so name the channel to post in.')
  return { channel, parentPostId: place?.channel === channel ? place.parentPostId : null }
}
