import { isDay } from '@/lib/contract/fields'
import { invalid } from '@/lib/errors'
import { isIntegerId, isUuid } from '@/lib/id'

/**
 * Cursors are opaque to clients: the id of the last record of a page, in base64url.
 * @example
 * decodeIdCursor(encodeCursor('019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e')) // the same id
 */
export function encodeCursor(value: string): string {
  return Buffer.from(value, 'utf8').toString('base64url')
}

function decode(cursor: string, isValid: (value: string) => boolean, field = 'cursor'): string {
  const value = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!isValid(value) || encodeCursor(value) !== cursor)
    throw invalid(field, 'This parameter must be a cursor that a page gave.')
  return value
}

/** The record id in a cursor. @throws Refusal `invalid_request` naming `cursor`. */
export const decodeIdCursor = (cursor: string) => decode(cursor, isUuid)

/** The position in a list that is sorted by day. @throws Refusal `invalid_request` naming `cursor`. */
export function decodeDayCursor(cursor: string): { day: string; id: string } {
  const isPlace = (value: string) => {
    const [day = '', id = '', ...others] = value.split(' ')
    return others.length === 0 && isDay(day) && isUuid(id)
  }
  const [day = '', id = ''] = decode(cursor, isPlace).split(' ')
  return { day, id }
}

/** The integer id in a cursor (ledger entries, notifications). @throws Refusal `invalid_request` naming `cursor`. */
export const decodeNumberCursor = (cursor: string) => Number(decode(cursor, isIntegerId))

/** The position in a cursor of the event log. @throws Refusal `invalid_request` naming `since`. */
export const decodePositionCursor = (cursor: string) =>
  Number(decode(cursor, (value) => /^(0|[1-9]\d{0,14})$/.test(value), 'since'))
