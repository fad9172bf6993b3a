import type { Page } from 'playwright'

/** Runs in every document from its start: notes what the policy blocked. */
export function noteViolations(): void {
  const seen: string[] = []
  Reflect.set(window, 'violations', seen)
  document.addEventListener('securitypolicyviolation', (event) => {
    seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample} at ${location.pathname}`)
  })
}

/** What was blocked in the page so far. */
export const violations = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'violations'))

/** The policy of a response as directives and their words. */
export function policyOf(response: Response): Map<string, string[]> {
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ')
  return new Map(directives.map((directive) => directive.split(' ')).map(([name = '', ...words]) => [name, words]))
}
