/** What belongs in a field for a post. @param platformHost of the community platform, where one is configured. */
export const postHint = (platformHost: string | null): string =>
  platformHost
    ? `A public post on ${platformHost}.`
    : 'No community platform is configured here, so no post can be named yet.'
