// A page as a string with one character for each of its bytes (an *isomorphic string*, Infra Standard). What is looked for in
// pages is ASCII, and such a string takes half the time of UTF-8 to decode, search and encode again.

/** @param text bytes; a string stands for its bytes in UTF-8. */
export const isomorphicDecode = (text: string | Buffer): string =>
  (typeof text === 'string' ? Buffer.from(text) : text).toString('latin1')

export const isomorphicEncode = (page: string): Buffer => Buffer.from(page, 'latin1')
