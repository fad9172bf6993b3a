import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { ROOT } from '../server/build'
import { oneLine } from '../server/one-line'
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser'
import { take } from './screenshots/camera'
import { startDemoInstance } from './screenshots/instance'
import { listSubjects } from './screenshots/subjects'

/**
 * `npm run screenshots [-- --url http://localhost:3000] [--to folder] [--only home]`: takes every page at 390 and 1280 px,
 * light and dark, into `./screenshots`. Without an address it starts an instance of its own and plays the demo into it.
 */
const { values: settings } = parseArgs({
  options: {
    url: { type: 'string' },
    to: { type: 'string', default: path.join(ROOT, 'screenshots') },
    // Pages whose names begin so.
    only: { type: 'string', default: '' },
  },
})

async function main(): Promise<void> {
  const { url, to, only } = settings
  if (!url) console.log('Starting an instance and playing the demo into it …')
  const instance = url ? { base: new URL(url).origin, stop: async () => undefined } : await startDemoInstance()
  try {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: BROWSER_FLAGS })
    for (const subject of await listSubjects(instance.base)) {
      if (!subject.name.startsWith(only)) continue
      const files = await take(browser, instance.base, subject, to)
      console.log(`${subject.path}\n${files.map((file) => `  ${file}`).join('\n')}`)
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
