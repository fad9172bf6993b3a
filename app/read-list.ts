import type { Metadata } from 'next'
import type { z } from 'zod'
import { canonical } from '@/app/record-metadata'
import { type ListParameters, listParameters } from '@/components/record/list-page'
import { Refusal } from '@/lib/errors'

type Search = Readonly<Record<string, string | string[] | undefined>>

/** Search engines list a list as it stands, not each of its filters. */
export function listMetadata(path: string, title: string, search: Search): Metadata {
  const isWhole = Object.keys(listParameters(search)).length === 0
  return isWhole ? { title, alternates: canonical(path) } : { title, robots: { index: false, follow: true } }
}

interface ReadList<Page> {
  readonly page: Page
  readonly parameters: ListParameters
  /** Why the address could not be followed as it stands; the page is then the newest, unfiltered. */
  readonly fault: string | null
}

/**
 * A page of a list as its address asks for it, by the same schema as the API's query. An address that cannot be
 * followed shows the newest page and says so.
 */
export async function readList<Schema extends z.ZodType, Page>(
  schema: Schema,
  search: Search,
  read: (query: z.output<Schema>) => Promise<Page>,
): Promise<ReadList<Page>> {
  const parameters = listParameters(search)
  const query = schema.safeParse(parameters)
  const page = query.success ? await attempt(read(query.data)) : null
  if (page !== null) return { page, parameters, fault: null }
  return {
    page: await read(schema.parse({})),
    parameters: {},
    fault: 'This address holds a filter or a page that does not exist.',
  }
}

/** Null when the query was refused: a cursor that no page gave is only found out when it is followed. */
async function attempt<Page>(reading: Promise<Page>): Promise<Page | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_request') return null
    throw error
  }
}
