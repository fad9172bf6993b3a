import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext } from 'playwright'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { DemoInstance } from './instance'
import { listSubjects, type Subject } from './subjects'

const WIDTHS = [390, 1280]

/** Display preferences of a reader's system. */
interface Look {
  /** The suffix of the file name. */
  readonly name: string
  readonly preferences: { readonly colorScheme: 'light' | 'dark'; readonly forcedColors?: 'active' }
}
const THEMES: readonly Look[] = [
  { name: 'light', preferences: { colorScheme: 'light' } },
  { name: 'dark', preferences: { colorScheme: 'dark' } },
]
/** Windows high contrast: the reader's colours replace the page's. */
export const FORCED_COLORS: readonly Look[] = [
  { name: 'forced', preferences: { colorScheme: 'dark', forcedColors: 'active' } },
]

/** Settings for taking pages. */
export interface Taking {
  readonly browser: Browser
  /** The folder of the files. */
  readonly to: string
  /** Only pages whose names begin with it. */
  readonly only: string
  /** Both themes by default. */
  readonly looks?: readonly Look[]
}
type Shown = Pick<DemoInstance, 'base' | 'dataDir'>

/** The private keys of an instance's demo wallets, by role. */
const DemoKeys = z.record(z.string(), z.templateLiteral(['0x', z.string()]))

/** The demo wallets in a data folder, if it has any. */
function readDemoKeys(dataDir: string): z.infer<typeof DemoKeys> {
  const file = path.join(dataDir, 'demo-wallets.json')
  return existsSync(file) ? DemoKeys.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

const SignInChallenge = z.object({ nonce: z.string(), message: z.string() })

/** Signs a demo wallet in, like a page does. @returns false when the instance has no such wallet. */
async function signIn(context: BrowserContext, { base, dataDir }: Shown, role: string): Promise<boolean> {
  const key = readDemoKeys(dataDir)[role]
  if (!key) return false
  const account = privateKeyToAccount(key)
  const challenge = await context.request.post(`${base}/api/v1/auth/challenge`, {
    data: { address: account.address, chainId: 1 },
  })
  const { nonce, message } = SignInChallenge.parse(await challenge.json())
  const signature = await account.signMessage({ message })
  const opened = await context.request.post(`${base}/api/v1/auth/verify`, { data: { nonce, signature } })
  // Without this entry a page does not request the session (components/wallet/session.ts).
  await context.addInitScript(() => localStorage.setItem('session-until', '2100-01-01T00:00:00.000Z'))
  return opened.ok()
}

/** Takes a page at every width, in each look. @returns the files; none if its wallet could not be signed in. */
async function take({ browser, to, looks = THEMES }: Taking, shown: Shown, subject: Subject): Promise<string[]> {
  const files: string[] = []
  for (const { name, preferences } of looks) {
    const context = await browser.newContext({ ...preferences, reducedMotion: 'reduce', baseURL: shown.base })
    try {
      if (subject.role && !(await signIn(context, shown, subject.role))) return files
      const page = await context.newPage()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(subject.path, { waitUntil: 'networkidle' })
        const file = `${subject.name}-${width}-${name}.png`
        await page.screenshot({ path: path.join(to, file), fullPage: true })
        files.push(file)
      }
    } finally {
      await context.close()
    }
  }
  return files
}

/** Takes the pages of an instance. @returns each page's path with its files. */
export async function* takeAll(taking: Taking, shown: Shown) {
  mkdirSync(taking.to, { recursive: true })
  for (const subject of await listSubjects(shown.base)) {
    if (subject.name.startsWith(taking.only)) yield { path: subject.path, files: await take(taking, shown, subject) }
  }
}
