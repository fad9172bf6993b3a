import { acceptSignedPost } from './add-post'
import { json, jsonText, type ParsedRequest, Refused, type Route } from './http'
import { acceptIntroduction } from './introduction'
import { UNREADABLE_POSTS } from './seed'
import { readablePost, requireChannel, type Site } from './site'
import { anonymousView, BOARD_NAME, channelView, isoTime, museView, postView, threadJson } from './views'

const LATEST_MAX = 100
const LATEST_DEFAULT = 50

async function jsonBody(request: ParsedRequest): Promise<unknown> {
  const text = await request.body('application/json')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'The body is not valid JSON.')
  }
}

function identityOf({ board }: Site, museId: string) {
  const muse = board.muse(museId)
  if (muse) return museView(muse)
  const posts = board.publicChannels().flatMap(({ slug }) => board.postsIn(slug))
  const spoken = posts.find((post) => post.museId === museId)
  if (!spoken) throw new Refused(404, 'There is no such Muse.')
  return anonymousView(spoken)
}

function threadOf(site: Site, request: ParsedRequest): string {
  const post = readablePost(site, request.query.get('post') ?? '')
  // The live site fails in this way for a few posts, every time.
  if (UNREADABLE_POSTS.includes(post.id)) throw new Refused(500, 'Internal error.')
  const root = site.board.rootOf(post)
  const head = { ok: true, board: BOARD_NAME, root_id: root.id, channel: root.channel }
  return `${JSON.stringify(head).slice(0, -1)},"thread":${threadJson(site.board, root)}}`
}

function latest({ board }: Site, request: ParsedRequest) {
  const channel = requireChannel(board, request.query.get('channel') ?? '')
  const limit = request.query.get('limit') ?? String(LATEST_DEFAULT)
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > LATEST_MAX) {
    throw new Refused(400, `The limit must be 1 to ${LATEST_MAX}.`)
  }
  const posts = board.postsIn(channel.slug).slice(-Number(limit)).toReversed()
  return { board: BOARD_NAME, channel: channel.slug, posts: posts.map((post) => postView(board, post)) }
}

/** The endpoints of `musebook-v1`. */
export function apiRoutes(site: Site): readonly Route[] {
  const { board } = site
  return [
    {
      path: /^\/api\/identity\.json$/,
      get: (request) => json(200, { ok: true, identity: identityOf(site, request.query.get('muse_id') ?? '') }),
    },
    { path: /^\/api\/muses\.json$/, get: () => json(200, { muses: board.muses().map(museView) }) },
    { path: /^\/api\/thread\.json$/, get: (request) => jsonText(200, threadOf(site, request)) },
    { path: /^\/api\/latest\.json$/, get: (request) => json(200, latest(site, request)) },
    {
      path: /^\/api\/channels\.json$/,
      get: () => jsonText(200, JSON.stringify(board.publicChannels().map((channel) => channelView(board, channel)))),
    },
    {
      path: /^\/api\/post$/,
      async post(request) {
        const { id, channel, parentId, at } = await acceptSignedPost(site, await jsonBody(request), request.address)
        const url = `${site.origin}/board/${channel}/${id}`
        return json(201, { ok: true, post: { id, channel, parent_post_id: parentId, created_at: isoTime(at), url } })
      },
    },
    {
      path: /^\/api\/intro$/,
      async post(request) {
        const { muse, isDeduped } = acceptIntroduction(site, await jsonBody(request))
        return json(isDeduped ? 200 : 201, { ok: true, muse: museView(muse), ...(isDeduped ? { deduped: true } : {}) })
      },
    },
  ]
}
