import type { Metadata } from 'next'
import type { z } from 'zod'
import { unlessRefused } from '@/app/found'
import { pageMetadata } from '@/app/record-metadata'
import { type ListParameters, listParameters } from '@/components/record/list-page'

type Search = Readonly<Record<string, string | string[] | undefined>>

interface Introduction {
  readonly path: string
  readonly title: string
  readonly lead: string
}

/** Search engines index an unfiltered list only, not each of its filters. */
export async function listMetadata(
  { path, title, lead: description }: Introduction,
  search: Promise<Search>,
): Promise<Metadata> {
  const isWhole = Object.keys(listParameters(await search)).length === 0
  return isWhole ? pageMetadata({ path, title, description }) : { title, robots: { index: false, follow: true } }
}

interface ReadList<Page> {
  readonly page: Page
  /** What was followed. */
  readonly parameters: ListParameters
  /** What could not be: no such filter or page, or words that cannot be searched for. The page is then the newest one. */
  readonly refused: ListParameters
}

/**
 * Reads the page of a list that the address requests, by the same schema as the API's query. A parameter that cannot be
 * followed is left out and named, and the others are kept.
 */
export async function readList<Schema extends z.ZodType, Page>(
  schema: Schema,
  search: Search,
  read: (query: z.output<Schema>) => Promise<Page>,
): Promise<ReadList<Page>> {
  const parameters = listParameters(search)
  const query = schema.safeParse(parameters)
  // A cursor that no page issued is only refused by the query.
  const page = query.success ? await unlessRefused(read(query.data), 'invalid_request', () => null) : null
  if (page !== null) return { page, parameters, refused: {} }
  // Where something else is left out, a cursor is the place in another list.
  const names = new Set(['cursor', ...(query.error?.issues ?? []).map(({ path }) => path[0])])
  const part = (isRefused: boolean) =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => names.has(name) === isRefused))
  const kept = part(false)
  return { page: await read(schema.parse(kept)), parameters: kept, refused: part(true) }
}
