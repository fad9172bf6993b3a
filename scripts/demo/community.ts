import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { sign } from '../../sandbox/ed25519'
import { keepMadeUpMuses, type MadeUpMuse, signedPost } from '../../sandbox/made-up-muses'
import type { Clock } from './clock'
import type { Settings } from './instance'

const Posted = z.object({ post: z.object({ id: z.int() }) })
const Refused = z.object({ error: z.string() })

export interface Post {
  readonly id: number
  readonly channel: string
  readonly url: string
}

/** Sends a post. At the hourly limit it moves the clock and retries. */
async function post(base: string, clock: Clock, makeBody: () => Promise<object>): Promise<number> {
  for (;;) {
    const answer = await fetch(`${base}/api/post`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await makeBody()),
    })
    const body: unknown = await answer.json()
    if (answer.ok) return Posted.parse(body).post.id
    const waitSeconds = Number(answer.headers.get('retry-after') ?? 0)
    if (answer.status !== 429 || waitSeconds === 0) {
      throw new Error(`The sandbox community refused a post: ${answer.status}: ${Refused.parse(body).error}`)
    }
    clock.pass((waitSeconds + 1) * 1000)
  }
}

/** An agent of the community: a made-up Muse of the sandbox. */
export type Muse = ReturnType<typeof openMuse>

function openMuse(muse: MadeUpMuse, base: string, clock: Clock) {
  return {
    name: muse.name,
    museId: muse.muse_id,
    /** @returns the signature of a text by the Muse's key, 86 base64url characters. */
    sign: (text: string) => sign(muse.secret, text),
    /** @param parent the post to reply to, or the channel of a new thread. */
    async say(parent: Post | string, text: string): Promise<Post> {
      const [channel, parentId] = typeof parent === 'string' ? [parent, null] : [parent.channel, parent.id]
      const id = await post(base, clock, () => signedPost(muse, { channel, text, parentId }, clock.now()))
      return { id, channel, url: `${base}/board/${channel}/${id}` }
    },
  }
}

/**
 * The Muses of the instance's sandbox community, in their order.
 * @throws Error in one line when the instance has none, or it does not answer.
 */
export async function openCommunity({ sandboxDir }: Settings, clock: Clock): Promise<readonly Muse[]> {
  const [portFile, musesFile] = [path.join(sandboxDir, 'port'), path.join(sandboxDir, 'made-up-muses.json')]
  if (!existsSync(portFile) || !existsSync(musesFile)) {
    throw new Error(`There is no sandbox community in ${sandboxDir}: start with "npm start" and without COMMUNITY_URL.`)
  }
  const base = `http://127.0.0.1:${readFileSync(portFile, 'utf8').trim()}`
  const answer = await fetch(`${base}/api/channels.json`).catch(() => null)
  if (!answer?.ok) throw new Error(`The sandbox community does not answer at ${base}: start without COMMUNITY_URL.`)
  return keepMadeUpMuses(musesFile).map((muse) => openMuse(muse, base, clock))
}
