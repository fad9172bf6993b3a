import type { Page, Request } from 'playwright'
import { expect } from 'vitest'
import { HANG_MS } from '@/tests/support/pages'

/** Nothing new for so long counts as rest. */
const QUIET_MS = 500

/** Watches what a page asks for from here on. */
export function watchNetwork(page: Page): { rest(): Promise<void> } {
  const underWay = new Set<Request>()
  let begun = 0
  page.on('request', (request) => {
    begun += 1
    underWay.add(request)
  })
  page.on('requestfinished', (request) => void underWay.delete(request))
  page.on('requestfailed', (request) => void underWay.delete(request))
  return {
    /** Waits until nothing is under way and nothing new comes. @throws Error that names what still is. */
    async rest() {
      for (let known = -1; known !== begun; ) {
        known = begun
        await page.waitForTimeout(QUIET_MS)
        await expect.poll(() => [...underWay].map((request) => request.url()), { timeout: HANG_MS }).toEqual([])
      }
    },
  }
}
