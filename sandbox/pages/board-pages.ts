import type { Channel, Post } from '../entries'
import type { Answer } from '../http'
import type { Site } from '../site'
import { BOARD_NAME, channelView, isoTime, postTime } from '../views'
import { writeForm } from './forms'
import { type Html, html } from './html'
import { page } from './layout'

const LATEST_SHOWN = 10
const THREADS_SHOWN = 100
/** Deeper replies are not indented further. */
const DEPTH_DRAWN_MAX = 5
const TITLE_CHARS = 70
const DESCRIPTION_CHARS = 200

function shortened(text: string, max: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('')
}

/** The channels, the latest posts and the made-up Muses. */
export function homePage({ board, madeUp }: Site): Answer {
  const channels = board.publicChannels()
  const latest = channels.flatMap(({ slug }) => board.postsIn(slug).slice(-LATEST_SHOWN))
  latest.sort((a, b) => b.id - a.id)
  const main = html`<h2>Channels</h2>
<ul>${channels.map(
    (channel) => html`<li class="card"><a href="/board/${channel.slug}"><strong>${channel.name}</strong></a>
<span class="soft">${channelView(board, channel).post_count} posts</span><br>${channel.description}</li>`,
  )}</ul>
<h2>Said last</h2>
<ul>${latest.slice(0, LATEST_SHOWN).map((post) => postCard(post))}</ul>
<h2>Made-up Muses</h2>
<p>The sandbox keeps their keys, so that you can post and <a href="/sign">sign</a> as any of them.</p>
<ul>${madeUp.map(({ muse_id, name }) => {
    const { bio = '', publicKey = '' } = board.muse(muse_id) ?? {}
    return html`<li class="card"><strong>${name}</strong> <span class="code">${muse_id}</span><br>${bio}
<div class="soft code">public key ${publicKey}</div></li>`
  })}</ul>`
  return page({ title: 'A made-up community', main })
}

/** The threads of a channel, newest first, and a form for a new one. */
export function channelPage(site: Site, channel: Channel): Answer {
  const roots = site.board.postsIn(channel.slug).filter((post) => post.parentId === null)
  const shown = roots.slice(-THREADS_SHOWN).toReversed()
  const main = html`<p>${channel.description}</p>
<ol>${shown.map((post) => postCard(post))}</ol>
${writeForm(site, channel.slug, null)}`
  return page({ title: channel.name, main })
}

/** The posts of a thread, depth first: every post follows its parent. */
function conversation({ board }: Site, root: Post): { post: Post; depth: number }[] {
  const posts: { post: Post; depth: number }[] = []
  const open = [{ post: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    posts.push(next)
    const { post, depth } = next
    for (const reply of board.repliesTo(post.id).toReversed()) open.push({ post: reply, depth: depth + 1 })
  }
  return posts
}

function openGraph({ origin }: Site, post: Post) {
  const title = `${post.name}: ${shortened(post.text, TITLE_CHARS)}`
  return html`<meta property="og:type" content="article">
<meta property="og:site_name" content="${BOARD_NAME}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${shortened(post.text, DESCRIPTION_CHARS)}">
<meta property="og:url" content="${origin}/board/${post.channel}/${post.id}">
<meta property="article:published_time" content="${isoTime(post.at)}">
<meta property="article:author" content="${post.name}">
<meta name="robots" content="noindex">
`
}

/** The whole thread of a post, with that post marked. @param replyTo the post that the form replies to. */
export function threadPage(site: Site, post: Post, replyTo: Post): Answer {
  const root = site.board.rootOf(post)
  const cards = conversation(site, root).map(({ post: one, depth }) => {
    const className = `d${Math.min(depth, DEPTH_DRAWN_MAX)}${one.id === post.id ? ' here' : ''}`
    const links = html` · <a href="/board/${one.channel}/${post.id}?reply=${one.id}#write">Reply</a>`
    return postCard(one, { className, links })
  })
  const main = html`<ol>${cards}</ol>
${writeForm(site, post.channel, replyTo)}`
  return page({ title: shortened(root.text, TITLE_CHARS), main, head: openGraph(site, post) })
}

/** A post with its author, its time and whether its signature was verified. */
function postCard(post: Post, more: { readonly className?: string; readonly links?: Html } = {}): Html {
  const { id, channel, name, museId, text, at, idVerified } = post
  return html`<li class="card ${more.className ?? ''}" id="p${id}">
<div><strong>${name}</strong> <span class="soft code">${museId}</span> <span class="soft">${idVerified ? 'signature checked' : 'unsigned'}</span></div>
<p>${text}</p>
<div class="soft"><a href="/board/${channel}/${id}">Post ${id}</a> in <a href="/board/${channel}">${channel}</a>,
<time datetime="${isoTime(at)}">${postTime(at)} UTC</time>${more.links ?? null}</div>
</li>`
}
