import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext } from 'playwright'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { Subject } from './subjects'

const WIDTHS = [390, 1280]

/** What a reader's system asks for. */
export interface Look {
  /** The end of a file's name. */
  readonly name: string
  readonly asked: { readonly colorScheme: 'light' | 'dark'; readonly forcedColors?: 'active' }
}
export const THEMES: readonly Look[] = [
  { name: 'light', asked: { colorScheme: 'light' } },
  { name: 'dark', asked: { colorScheme: 'dark' } },
]
/** High contrast, as Windows calls it: the reader's few colours in the place of a page's own. */
export const FORCED_COLORS: readonly Look[] = [
  { name: 'forced', asked: { colorScheme: 'dark', forcedColors: 'active' } },
]

/** The private keys of an instance's demo wallets, by role. */
const DemoKeys = z.record(z.string(), z.templateLiteral(['0x', z.string()]))
export type DemoKeys = z.infer<typeof DemoKeys>

/** The demo wallets of the instance on a data folder; none where it has none. */
export function readDemoKeys(dataDir: string): DemoKeys {
  const file = path.join(dataDir, 'demo-wallets.json')
  return existsSync(file) ? DemoKeys.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

const SignInChallenge = z.object({ nonce: z.string(), message: z.string() })

/** Signs a demo wallet in, as its page would. @returns false when the instance has no such wallet. */
async function signIn(context: BrowserContext, { base, keys }: Instance, role: string): Promise<boolean> {
  const key = keys[role]
  if (!key) return false
  const account = privateKeyToAccount(key)
  const asked = await context.request.post(`${base}/api/v1/auth/challenge`, {
    data: { address: account.address, chainId: 1 },
  })
  const { nonce, message } = SignInChallenge.parse(await asked.json())
  const signature = await account.signMessage({ message })
  const opened = await context.request.post(`${base}/api/v1/auth/verify`, { data: { nonce, signature } })
  // Without this note a page does not ask who is signed in (components/wallet/session.ts).
  await context.addInitScript(() => localStorage.setItem('session-until', '2100-01-01T00:00:00.000Z'))
  return opened.ok()
}

export interface Instance {
  readonly base: string
  readonly keys: DemoKeys
}

/** Takes a page at every width, in both themes or other looks. @returns the files, none when nobody could be signed in for it. */
export async function take(
  browser: Browser,
  instance: Instance,
  subject: Subject,
  folder: string,
  looks: readonly Look[] = THEMES,
): Promise<string[]> {
  const { base } = instance
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  for (const { name, asked } of looks) {
    const context = await browser.newContext({ ...asked, reducedMotion: 'reduce', baseURL: base })
    try {
      if (subject.role && !(await signIn(context, instance, subject.role))) return files
      const page = await context.newPage()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(subject.path, { waitUntil: 'networkidle' })
        const file = `${subject.name}-${width}-${name}.png`
        await page.screenshot({ path: path.join(folder, file), fullPage: true })
        files.push(file)
      }
    } finally {
      await context.close()
    }
  }
  return files
}
