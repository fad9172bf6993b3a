/** The id of the empty element on a page whose record is not found. */
export const TOMBSTONE_PLACE = 'tombstone'
