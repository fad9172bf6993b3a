/** The path of a thread's page, and its short form (docs/community-platform.md#public-pages). An id has one spelling. */
export const POST_PATH = /^\/(?:board\/[^/]+|p)\/([1-9]\d{0,14})\/?$/
