import { invalid, notFound } from '@/lib/errors'
import { readPostPage } from '@/lib/platform/gateway'
import { tame } from '@/lib/platform/gateway/answers'
import { isMissing, PlatformFault } from '@/lib/platform/gateway/fault'
import type { PostPreview } from '@/lib/platform/schemas'
import { channelOfUrl, platformPostId, requirePlatformPost } from '@/lib/platform/urls'

const CHANNEL_CHARS_MAX = 80

/**
 * Reads the public preview of a post. The URL only identifies the post; the page with its id on the configured host is
 * fetched.
 * @param url of a post on the configured platform.
 * @throws PlatformFault
 */
async function previewOf(url: string): Promise<PostPreview> {
  const postId = platformPostId(url) ?? ''
  const { url: said, publishedAt, ...page } = await readPostPage(postId)
  // A page may claim any address. It is accepted only if it names the same post.
  const canonical = said !== null && platformPostId(said) === postId ? said : url
  return {
    postId,
    url: canonical,
    channel: tame(channelOfUrl(canonical) ?? '', CHANNEL_CHARS_MAX) || null,
    ...page,
    publishedAt: publishedAt?.toISOString() ?? null,
  }
}

/** The body of `GET /api/import?url=`. @throws Refusal `invalid_request`, `not_found`, `unavailable`. */
export async function importBody(url: string): Promise<string> {
  requirePlatformPost('url', url)
  try {
    return JSON.stringify({ preview: await previewOf(url) })
  } catch (fault) {
    if (isMissing(fault)) throw notFound('The community platform has no such public post.')
    throw fault
  }
}

/**
 * The preview to store with a record that is created from a post.
 * @returns null while the platform cannot be read: the record is created without it.
 * @throws Refusal `invalid_request` naming the field, when the platform has no such public post.
 */
export async function findPreview(field: string, url: string): Promise<PostPreview | null> {
  requirePlatformPost(field, url)
  try {
    return await previewOf(url)
  } catch (fault) {
    if (isMissing(fault)) throw invalid(field, 'The community platform has no such public post.')
    if (fault instanceof PlatformFault) return null
    throw fault
  }
}
