import { notFound } from 'next/navigation'
import { type ErrorCode, Refusal } from '@/lib/errors'
import { isUuid } from '@/lib/id'

/** The result of a query, or `otherwise()` when it was refused with this code. */
export async function unlessRefused<T, O>(read: Promise<T>, code: ErrorCode, otherwise: () => O): Promise<T | O> {
  try {
    return await read
  } catch (error) {
    if (error instanceof Refusal && error.code === code) return otherwise()
    throw error
  }
}

/** The result of a query; `not_found` becomes the 404 page. */
export const found = <T>(read: Promise<T>): Promise<T> => unlessRefused(read, 'not_found', () => notFound())

/** The record with the id in the address. A malformed id gives the 404 page too. */
export async function foundById<T>(id: string, read: (id: string) => Promise<T>): Promise<T> {
  return isUuid(id) ? found(read(id.toLowerCase())) : notFound()
}

/** What is read beside the record, at the same time; null if the id is malformed, for which reading the record gives the 404 page. */
export const besideById = async <T>(id: string, read: (id: string) => Promise<T>): Promise<T | null> =>
  isUuid(id) ? read(id.toLowerCase()) : null

/** The result of a query, or null when the record is hidden: for what is shown beside the requested record. */
export const findShown = <T>(read: Promise<T>): Promise<T | null> => unlessRefused(read, 'not_found', () => null)

/** The page number in the address: 1, 2, … in one spelling; anything else gives the 404 page. */
export const pageNumber = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : notFound())
