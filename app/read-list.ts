import type { Metadata } from 'next'
import type { z } from 'zod'
import { unlessRefused } from '@/app/found'
import { canonical } from '@/app/record-metadata'
import { type ListParameters, listParameters } from '@/components/record/list-page'

type Search = Readonly<Record<string, string | string[] | undefined>>

/** Search engines index an unfiltered list only, not each of its filters. */
export async function listMetadata(path: string, title: string, search: Promise<Search>): Promise<Metadata> {
  const isWhole = Object.keys(listParameters(await search)).length === 0
  return isWhole ? { title, alternates: canonical(path) } : { title, robots: { index: false, follow: true } }
}

interface ReadList<Page> {
  readonly page: Page
  readonly parameters: ListParameters
  /** Why the address could not be followed; the page is then the newest one, unfiltered. */
  readonly fault: string | null
}

/**
 * Reads the page of a list that the address requests, by the same schema as the API's query. For an address that cannot
 * be followed it returns the newest page and says so.
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
  if (page !== null) return { page, parameters, fault: null }
  return {
    page: await read(schema.parse({})),
    parameters: {},
    fault: 'This address holds a filter or a page that does not exist, or more than can be searched for.',
  }
}
