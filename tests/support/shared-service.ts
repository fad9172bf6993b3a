import type { PagesService } from '@/tests/setup/browser'

/**
 * The running service that is this test file's alone while it runs: there is one for each worker. A file of the API
 * suites, which start their own, gets none.
 */
export const findSharedService = (): PagesService | undefined => globalThis.pagesService

/** The same for the page suites. @throws Error elsewhere. */
export function sharedService(): PagesService {
  const service = findSharedService()
  if (!service) throw new Error('Only the page suites have a service that is started for them.')
  return service
}
