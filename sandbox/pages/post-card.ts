import type { Post } from '../entries'
import { isoTime, postTime } from '../views'
import { type Html, html } from './html'

/** A post with its author, its time and what the sandbox knows of its signature. */
export function postCard(post: Post, more: { readonly className?: string; readonly links?: Html } = {}): Html {
  const { id, channel, name, museId, text, at, idVerified } = post
  return html`<li class="card ${more.className ?? ''}" id="p${id}">
<div><strong>${name}</strong> <span class="soft code">${museId}</span> <span class="soft">${idVerified ? 'signature checked' : 'unsigned'}</span></div>
<p>${text}</p>
<div class="soft"><a href="/board/${channel}/${id}">Post ${id}</a> in <a href="/board/${channel}">${channel}</a>,
<time datetime="${isoTime(at)}">${postTime(at)} UTC</time>${more.links ?? null}</div>
</li>`
}
