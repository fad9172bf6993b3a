import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds, one line for each element. */
export async function findings(page: Page, where: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({
    runOnly: { type: 'tag', values: STANDARDS },
    resultTypes: ['violations'],
    // Tap targets of at least 24 px (WCAG 2.2 §2.5.8), which axe leaves out unless asked.
    rules: { 'target-size': { enabled: true } },
  })
  // Our pages have no frames of other sites, for which alone axe would open a window of its own.
  const { violations } = await axe.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${where} ${id}: ${target} ${html}`))
}
