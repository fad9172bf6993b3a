/**
 * A count with its noun, whose plural ends in an s.
 * @example
 * plural(1, 'event') // '1 event'
 */
export const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`
