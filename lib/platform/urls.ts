import { publicUrlFault } from '@/lib/contract/fields'
import { invalid } from '@/lib/errors'
import { channelOfPath, POST_PATH } from '@/lib/platform/post-path'
import { findPlatform, platformMode } from '@/lib/platform/settings'
import { parseUrl } from '@/lib/url'

/** The id of the post that a URL names on the configured community platform; null for any other URL. */
export function platformPostId(url: string): string | null {
  const post = parseUrl(url)
  if (!post || post.origin !== findPlatform()?.origin) return null
  return POST_PATH.exec(post.pathname)?.[1] ?? null
}

/** The channel in the URL of a thread's page; null for the short form. @param url a valid post URL. */
export const channelOfUrl = (url: string): string | null => channelOfPath(new URL(url).pathname)

/** What no segment of a path can be (WHATWG URL), or a server may take for several. */
const NO_SEGMENT = /^\.{0,2}$|[/\\]/

/** The page of a post; its short form where the channel is not known (empty) or cannot stand in a path. @param origin of the platform. */
export function postUrl(origin: string, channel: string, postId: string): string {
  return NO_SEGMENT.test(channel) ? `${origin}/p/${postId}` : `${origin}/board/${encodeURIComponent(channel)}/${postId}`
}

/** The host of the configured community platform, for people; null when there is none. */
export function platformHost(): string | null {
  const platform = findPlatform()
  return platform && new URL(platform.origin).host
}

/** @throws Refusal `invalid_request` naming the field, when the URL is no post of the platform. */
export function requirePlatformPost(field: string, url: string): void {
  if (platformPostId(url) !== null) return
  const host = platformHost()
  throw invalid(
    field,
    host
      ? `This field must be the URL of a public post on ${host}.`
      : 'No community platform is configured here, so no post of it can be named.',
  )
}

/**
 * Allows public URLs, and URLs of the configured community platform, which may be a sandbox on loopback.
 * @throws Refusal `invalid_request` naming the field, for any other URL.
 */
export function requirePublicUrl(field: string, url: string): void {
  const parsed = new URL(url)
  if (parsed.origin === findPlatform()?.origin) return
  const fault = publicUrlFault(parsed)
  if (fault) throw invalid(field, fault)
}

/** The community platform that this deployment is connected to. */
export const platformInfo = () => ({ mode: platformMode(), host: platformHost() })
