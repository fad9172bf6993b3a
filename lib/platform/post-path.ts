/** The path of a thread's page, and its short form (docs/community-platform.md#public-pages). */
export const POST_PATH = /^\/(?:board\/[^/]+|p)\/(\d{1,15})\/?$/
