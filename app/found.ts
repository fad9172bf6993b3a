import { notFound } from 'next/navigation'
import { Refusal } from '@/lib/errors'
import { isUuid } from '@/lib/id'

/** What a query answers; its `not_found` becomes the 404 page. */
export async function found<T>(read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') notFound()
    throw error
  }
}

/** The record of an id in the address. A malformed id is a record that does not exist. */
export async function foundById<T>(id: string, read: (id: string) => Promise<T>): Promise<T> {
  return isUuid(id) ? found(read(id.toLowerCase())) : notFound()
}

/** What a query answers, or null when the record is hidden: for what stands beside the record that was asked for. */
export async function findShown<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}

/** The number of a page in the address: 1, 2, … in one spelling; anything else is a page that does not exist. */
export const pageNumber = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : notFound())
