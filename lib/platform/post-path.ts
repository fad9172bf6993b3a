// What the addresses of the platform's public pages say (docs/community-platform.md#public-pages). Browsers import this file too.

import { parseUrl } from '@/lib/url'

/** The id of a post, a whole number in its one spelling. */
export const POST_ID = /^[1-9]\d{0,14}$/

/**
 * The path of a thread's page, and its short form. A channel's name with a slash or backslash, which a server may decode and resolve,
 * is none: such an address can lead to any other page of the platform.
 */
export const POST_PATH = /^\/(?:board\/(?:(?!%2[fF]|%5[cC])[^/])+|p)\/([1-9]\d{0,14})\/?$/

/** The channel in the path of a thread's page; null in the short form, or where an escape is malformed. */
export function channelOfPath(pathname: string): string | null {
  const segment = /^\/board\/([^/]+)\//.exec(pathname)?.[1]
  try {
    return segment === undefined ? null : decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** The channel in the address of a thread's page as somebody types it; null until it is one. */
export function channelOfTyped(text: string): string | null {
  const page = parseUrl(text.trim())
  return page && POST_PATH.test(page.pathname) ? channelOfPath(page.pathname) : null
}

/** Hosts of one platform: a post has the same id at each of them (docs/community-platform.md#public-pages). */
const SAME_PLATFORM: readonly (readonly string[])[] = [['musebook.lol', 'musebook.me']]

/** The hosts of the platform that has this one. */
export const hostsOf = (host: string): readonly string[] =>
  SAME_PLATFORM.find((hosts) => hosts.includes(host)) ?? [host]

/** Whether an address is of the platform at that host. At another platform the id in it is that of another post. */
export const isAtHost = (url: string, host: string): boolean => hostsOf(host).includes(parseUrl(url)?.host ?? '')

/**
 * Whether nothing says that a linked thread stands on the connected platform: COMMUNITY_URL was another one when it was linked, or its
 * address was erased. The id of its post may be that of any other here.
 * @param host of the connected platform; null without one.
 */
export const isThreadElsewhere = (threadUrl: string | null, host: string | null): boolean =>
  threadUrl !== null && host !== null && !isAtHost(threadUrl, host)

const TYPED_POST = /(?:^|\/p\/|\/board\/[^/]+\/)([1-9]\d{0,14})\/?(?:[?#].*)?$/

/** The id of a post from its address or the id alone, as somebody types it; null where that is neither. */
export const postIdOfTyped = (text: string): string | null => TYPED_POST.exec(text.trim())?.[1] ?? null
