import type { Page, Request } from 'playwright'
import { HANG_MS } from '@/tests/support/pages'

/** Nothing new for so long counts as rest. */
const QUIET_MS = 500

/**
 * Watches what a page asks for from here on.
 * @param settle is waited for in each round of quiet: what begins meanwhile is not rest.
 */
export function watchNetwork(page: Page, settle = async () => {}): { rest(): Promise<void> } {
  const underWay = new Set<Request>()
  let begun = 0
  page.on('request', (request) => {
    begun += 1
    underWay.add(request)
  })
  page.on('requestfinished', (request) => void underWay.delete(request))
  page.on('requestfailed', (request) => void underWay.delete(request))
  return {
    /**
     * Waits until nothing is under way and nothing new comes. A page is quiet before its first frame as well, but its
     * scripts load only after it, so they are waited for first. @throws Error that names what still is under way.
     */
    async rest() {
      await page.locator('script[type="text/plain"]').first().waitFor({ state: 'detached', timeout: HANG_MS })
      const hangsAt = performance.now() + HANG_MS
      for (let known = -1; known !== begun || underWay.size > 0; ) {
        if (performance.now() > hangsAt)
          throw new Error(`Under way: ${[...underWay].map((one) => one.url()).join(' ')}`)
        known = begun
        await page.waitForTimeout(QUIET_MS)
        await settle()
      }
    },
  }
}
