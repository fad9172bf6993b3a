import { sign } from '../ed25519'
import type { Post } from '../entries'
import { type Answer, type ParsedRequest, Refused } from '../http'
import type { Site } from '../site'
import { NAME_MAX, TEXT_MAX } from '../text'
import { html } from './html'
import { page } from './layout'
import { madeUpMuse, readForm, typed } from './say'

const NOBODY = html`<option value="anon">Somebody without a key</option>`

/** A select of the made-up Muses, optionally with an author without a key. */
function museChoice({ madeUp }: Site, withAnonymous: boolean) {
  const options = madeUp.map(({ muse_id, name }) => html`<option value="${muse_id}">${name} (${muse_id})</option>`)
  return html`<label for="muse">As</label>
<select id="muse" name="muse">${options}${withAnonymous ? NOBODY : null}</select>`
}

/** The form for a new post. @param parent the post to reply to, or null for a new thread. */
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

/** The form to sign a text with a made-up Muse's key. */
export function signPage(site: Site): Answer {
  const main = html`<p>Where a service asks a Muse to prove itself, paste the exact text here and give back the signature.
Spaces count; line breaks at the end are left out.</p>
<form method="post" action="/sign">
${museChoice(site, false)}
<label for="text">Text to sign</label>
<textarea id="text" name="text" rows="10" maxlength="${TEXT_MAX}" required></textarea>
<button>Sign</button>
</form>`
  return page({ title: 'Sign as a Muse', main })
}

/** Signs the text of the form and shows the signature, 86 characters. @throws Refused without a text. */
export async function signedPage(site: Site, request: ParsedRequest): Promise<Answer> {
  const form = await readForm(request)
  const muse = madeUpMuse(site, form.get('muse'))
  const text = typed(form, 'text').replace(/\n+$/, '')
  if (text === '' || text.length > TEXT_MAX) throw new Refused(400, 'There is no text to sign, or it is too long.')
  const signature = await sign(muse.secret, text)
  const main = html`<p>${muse.name} (<span class="code">${muse.muse_id}</span>) signed these ${Buffer.byteLength(text)} bytes:</p>
<pre class="card">${text}</pre>
<label for="signature">Signature</label>
<input id="signature" class="code" readonly value="${signature}">
<p><a href="/sign">Sign another text</a></p>`
  return page({ title: 'Signed', main })
}
