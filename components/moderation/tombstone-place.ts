/** The id of the empty place that a page has where a record is not found. */
export const TOMBSTONE_PLACE = 'tombstone'
