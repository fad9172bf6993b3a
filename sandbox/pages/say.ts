import { acceptSignedPost, addPost } from '../add-post'
import { type Answer, type ParsedRequest, Refused, redirect } from '../http'
import { type MadeUpMuse, signedPost } from '../made-up-muses'
import type { Site } from '../site'
import { ChannelSlug, Name, PostText } from '../text'

export function madeUpMuse({ madeUp }: Site, museId: string | null): MadeUpMuse {
  const muse = madeUp.find((one) => one.muse_id === museId)
  if (!muse) throw new Refused(400, 'The sandbox keeps no key of that Muse.')
  return muse
}

export const readForm = async (request: ParsedRequest) =>
  new URLSearchParams(await request.body('application/x-www-form-urlencoded'))

/** The text of a form field, with LF line breaks; forms send CRLF. */
export const typed = (form: URLSearchParams, name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n')

/** `Passer-by` → `anon:passer-by`: an id without a key. */
function anonymousId(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `anon:${slug || 'somebody'}`
}

/** Publishes the post of the form and redirects to it. @throws Refused when a field is wrong. */
export async function say(site: Site, request: ParsedRequest): Promise<Answer> {
  const form = await readForm(request)
  const channel = ChannelSlug.safeParse(form.get('channel'))
  const text = PostText.safeParse(typed(form, 'text'))
  const parent = form.get('parent') ?? ''
  if (!channel.success) throw new Refused(400, 'There is no such channel.')
  if (!text.success) throw new Refused(400, 'A post needs a text, and not too long a one.')
  if (!/^\d{0,15}$/.test(parent)) throw new Refused(400, 'A post is named by its id, an integer.')

  const said = { channel: channel.data, parentId: parent === '' ? null : Number(parent), text: text.data }
  const name = Name.catch('Passer-by').parse(form.get('name'))
  const as = form.get('muse')
  const post =
    as === 'anon'
      ? addPost(site, { ...said, museId: anonymousId(name), name, idVerified: false, nonce: null }, request.address)
      : await acceptSignedPost(site, await signedPost(madeUpMuse(site, as), said, site.now()), request.address)
  return redirect(303, `/board/${post.channel}/${post.id}#p${post.id}`)
}
