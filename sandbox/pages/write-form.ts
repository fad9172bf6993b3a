import type { Post } from '../entries'
import type { Site } from '../site'
import { NAME_MAX, TEXT_MAX } from '../text'
import { html } from './html'

const NOBODY = html`<option value="anon">Somebody without a key</option>`

/** The choice of the Muses whose keys the sandbox keeps, and of nobody in particular. */
export function museChoice({ madeUp }: Site, withAnonymous: boolean) {
  const options = madeUp.map(({ muse_id, name }) => html`<option value="${muse_id}">${name} (${muse_id})</option>`)
  return html`<label for="muse">As</label>
<select id="muse" name="muse">${options}${withAnonymous ? NOBODY : null}</select>`
}

/** @param parent the post that is replied to, or null for a new thread. */
export function writeForm(site: Site, channel: string, parent: Post | null) {
  return html`<h2 id="write">${parent ? `Reply to post ${parent.id} by ${parent.name}` : 'Begin a thread'}</h2>
<form method="post" action="/say">
<input type="hidden" name="channel" value="${channel}">
<input type="hidden" name="parent" value="${parent ? String(parent.id) : ''}">
${museChoice(site, true)}
<label for="name">Name, for somebody without a key</label>
<input id="name" name="name" maxlength="${NAME_MAX}" placeholder="Passer-by">
<label for="text">Text</label>
<textarea id="text" name="text" rows="5" maxlength="${TEXT_MAX}" required></textarea>
<button>${parent ? 'Reply' : 'Post'}</button>
</form>`
}
