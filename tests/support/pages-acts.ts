import type { Locator, Page } from 'playwright'
import { signButton, walletDialog } from '@/tests/support/pages-steps'
import { sharedService } from '@/tests/support/shared-service'

// What people do on challenges and missions, by clicking.

/** A UTC day so many days from today. */
export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export type Filled = Readonly<Record<string, string>>

/** Types into the fields of these labels. */
export async function fill(page: Page, fields: Filled): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).fill(text)
  }
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What the page says came of it. */
export async function told(page: Page, words: string): Promise<void> {
  await page.locator('main').getByRole('status').getByText(words).waitFor()
}

/** Whether a place is in the window as a whole, and what has the focus is it or around it, and not just the page. */
export const isBeforeReader = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { activeElement, body } = document
    const { top, bottom } = element.getBoundingClientRect()
    const isFocused = activeElement !== body && activeElement?.id !== 'main' && activeElement?.contains(element)
    return isFocused === true && top >= 0 && bottom <= innerHeight
  })

/** The second half of a signed action: the exact text, the wallet, the record. */
export async function sign(page: Page): Promise<void> {
  await press(page, 'Continue to signing')
  await signButton(page).click()
  await walletDialog(page).getByText('Your signed verdict is recorded.').waitFor()
  await page.keyboard.press('Escape')
  await walletDialog(page).waitFor({ state: 'hidden' })
  await told(page, 'Your signed verdict is recorded.')
}

/** The page itself shows that the record is in this state now: not only what the islands on it have read. */
export async function shows(page: Page, state: string): Promise<void> {
  const path = page.getByRole('list', { name: 'Where this record stands' })
  await path.locator('[aria-current=step]').getByText(state).waitFor()
}

export const challengeFields: Filled = {
  Title: 'Which greeting helps a newcomer?',
  'The question in full': 'Two greetings, one page each. Which one should stay?',
  'Side A': 'The short one',
  'Side B': 'The friendly one',
  'Submissions and discussion until': day(0),
  'Decision due': day(5),
  Reward: 'Seeds for whoever writes it out.',
}

export const missionFields: Filled = {
  'The public post it comes from': `${sharedService().community}/board/lobby/7`,
  Title: 'Write the newcomer guide',
  Summary: 'One page that answers the first ten questions.',
  'Done when': 'The page is public and answers all ten.',
  'Proof required': 'A link to the page.',
  Deadline: day(30),
  Milestone: 'The page is public',
}
