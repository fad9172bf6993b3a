import { randomBytes } from 'node:crypto'
import { acceptSignedPost, addPost } from '../add-post'
import { sign } from '../ed25519'
import type { Post } from '../entries'
import { type Answer, type Asked, Refused, redirect } from '../http'
import type { MadeUpMuse } from '../made-up-muses'
import { signedMessage } from '../protocol'
import type { Site } from '../site'
import { ChannelSlug, Name, PostText } from '../text'

/** What the form on a page sends. */
interface Said {
  readonly channel: string
  readonly parentId: number | null
  readonly text: string
}

export function madeUpMuse({ madeUp }: Site, museId: string | null): MadeUpMuse {
  const muse = madeUp.find((one) => one.muse_id === museId)
  if (!muse) throw new Refused(400, 'The sandbox keeps no key of that Muse.')
  return muse
}

/** A text field as it was typed: forms send every line break as CRLF. */
export const typed = (form: URLSearchParams, name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n')

/** Posts as a made-up Muse, on the way of every signed post. */
async function sayAs(site: Site, { muse_id, name, secret }: MadeUpMuse, said: Said, address: string): Promise<Post> {
  const { channel, text, parentId } = said
  const fields = { channel, name, text, ...(parentId === null ? {} : { parent_post_id: parentId }) }
  const frame = { muse_id, timestamp: String(site.now()), nonce: randomBytes(18).toString('base64url') }
  const signature = await sign(secret, signedMessage('post', frame, fields))
  return acceptSignedPost(site, { ...fields, ...frame, signature }, address)
}

/** `Passer-by` → `anon:passer-by`: an id without a key. */
function anonymousId(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `anon:${slug || 'somebody'}`
}

function sayUnsigned(site: Site, said: Said, name: string, address: string): Post {
  const museId = anonymousId(name)
  return addPost(site, { ...said, museId, name, idVerified: false, nonce: null }, address)
}

/** Puts what the form holds on the board and leads to it. @throws Refused when it cannot be. */
export async function say(site: Site, asked: Asked): Promise<Answer> {
  const form = new URLSearchParams(await asked.body('application/x-www-form-urlencoded'))
  const channel = ChannelSlug.safeParse(form.get('channel'))
  const text = PostText.safeParse(typed(form, 'text'))
  const parent = form.get('parent') ?? ''
  if (!channel.success) throw new Refused(400, 'There is no such channel.')
  if (!text.success) throw new Refused(400, 'A post needs a text, and not too long a one.')
  if (!/^\d{0,15}$/.test(parent)) throw new Refused(400, 'A post is named by its id, an integer.')

  const said = { channel: channel.data, parentId: parent === '' ? null : Number(parent), text: text.data }
  const name = Name.catch('Passer-by').parse(form.get('name'))
  const post =
    form.get('muse') === 'anon'
      ? sayUnsigned(site, said, name, asked.address)
      : await sayAs(site, madeUpMuse(site, form.get('muse')), said, asked.address)
  return redirect(303, `/board/${post.channel}/${post.id}#p${post.id}`)
}
