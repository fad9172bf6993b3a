import path from 'node:path'
import { chromium } from 'playwright'
import { ROOT } from '../server/build'
import { oneLine } from '../server/one-line'
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser'
import { take } from './screenshots/camera'
import { startDemoInstance } from './screenshots/instance'
import { listSubjects } from './screenshots/subjects'

/**
 * `npm run screenshots [-- --url http://localhost:3000]`: takes every page at 390 and 1280 px, light and dark, into
 * `./screenshots`. Without an address it starts an instance of its own and plays the demo into it.
 */
const USAGE = 'Usage: npm run screenshots [-- --url http://localhost:3000]'
const FOLDER = path.join(ROOT, 'screenshots')

function urlArgument(args: readonly string[]): string | null {
  const [flag, value, ...rest] = args
  if (flag === undefined) return null
  if (flag !== '--url' || value === undefined || rest.length > 0 || !URL.canParse(value)) throw new Error(USAGE)
  return new URL(value).origin
}

async function main(): Promise<void> {
  const url = urlArgument(process.argv.slice(2))
  if (!url) console.log('Starting an instance and playing the demo into it …')
  const instance = url ? { base: url, stop: async () => undefined } : await startDemoInstance()
  try {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: BROWSER_FLAGS })
    for (const subject of await listSubjects(instance.base)) {
      const files = await take(browser, instance.base, subject, FOLDER)
      console.log(`${subject.path}\n${files.map((file) => `  screenshots/${file}`).join('\n')}`)
    }
    await browser.close()
  } finally {
    await instance.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(oneLine(error))
  process.exitCode = 1
}
