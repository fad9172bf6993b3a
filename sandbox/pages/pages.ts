import { Refused, type Route, redirect } from '../http'
import { readablePost, requireChannel, type Site } from '../site'
import { channelPage, homePage, threadPage } from './board-pages'
import { signedPage, signPage } from './forms'
import { STYLE } from './layout'
import { say } from './say'

/** The pages and forms for people; they work without JavaScript. */
export function pageRoutes(site: Site): readonly Route[] {
  return [
    { path: /^\/$/, get: () => homePage(site) },
    {
      path: /^\/style\.css$/,
      get: () => ({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: STYLE }),
    },
    {
      path: /^\/board\/(?<channel>[a-z0-9-]{1,40})\/?$/,
      get: (_asked, { channel = '' }) => channelPage(site, requireChannel(site.board, channel)),
    },
    {
      path: /^\/board\/(?<channel>[a-z0-9-]{1,40})\/(?<id>\d{1,15})\/?$/,
      get(request, { channel, id = '' }) {
        const post = readablePost(site, id)
        if (post.channel !== channel) throw new Refused(404, 'There is no such post in this channel.')
        const reply = request.query.get('reply')
        const replyTo = reply === null ? post : readablePost(site, reply)
        return threadPage(site, post, replyTo)
      },
    },
    {
      path: /^\/p\/(?<id>\d{1,15})\/?$/,
      get(_asked, { id = '' }) {
        const post = readablePost(site, id)
        return redirect(301, `/board/${post.channel}/${post.id}`)
      },
    },
    { path: /^\/say$/, post: (request) => say(site, request) },
    { path: /^\/sign$/, get: () => signPage(site), post: (request) => signedPage(site, request) },
  ]
}
