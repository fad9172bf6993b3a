import { inject } from 'vitest'
import type { PagesService } from '@/tests/setup/browser'

/**
 * The running service that is this test file's alone while it runs: there is one for each worker. A file of the API
 * suites, which start their own, gets none.
 */
export function findSharedService(): PagesService | undefined {
  const services = inject('pages')
  // Vitest numbers the workers that run at once from 1 on.
  return services?.[(Number(process.env['VITEST_POOL_ID'] ?? '1') - 1) % services.length]
}

/** The same for the page suites. @throws Error elsewhere. */
export function sharedService(): PagesService {
  const service = findSharedService()
  if (!service) throw new Error('Only the page suites have a service that is started for them.')
  return service
}
