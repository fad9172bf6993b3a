import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { ROOT } from '../server/build'
import { oneLine } from '../server/lifecycle'
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser'
import { drawAgainst } from './screenshots/against'
import { FORCED_COLORS, readDemoKeys, THEMES, take } from './screenshots/camera'
import { startDemoInstance } from './screenshots/instance'
import { listSubjects } from './screenshots/subjects'

/**
 * `npm run screenshots [-- --url http://localhost:3000] [--to folder] [--only home]`: takes every page at 390 and 1280 px,
 * light and dark, into `./screenshots`; of an instance of yours it needs the data folder too (`DATA_DIR`). Without an address it starts
 * an instance of its own and plays the demo into it. `--forced-colors` takes them as a reader's high contrast shows them. `--against <commit>` draws that commit's pages too, on the same records, and one page of what differs.
 */
const { values: settings } = parseArgs({
  options: {
    url: { type: 'string' },
    to: { type: 'string', default: path.join(ROOT, 'screenshots') },
    // Pages whose names begin so.
    only: { type: 'string', default: '' },
    against: { type: 'string' },
    'forced-colors': { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: BROWSER_FLAGS })
  try {
    const { against, to, only } = settings
    if (against) console.log(await drawAgainst(against, { browser, to, only }))
    else await drawAll(browser)
  } finally {
    await browser.close()
  }
}

async function drawAll(browser: Browser): Promise<void> {
  const { url, to, only } = settings
  const looks = settings['forced-colors'] ? FORCED_COLORS : THEMES
  if (!url) console.log('Starting an instance and playing the demo into it …')
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  const instance = url ? { base: new URL(url).origin, dataDir, stop: async () => undefined } : await startDemoInstance()
  const keys = readDemoKeys(instance.dataDir)
  try {
    for (const subject of await listSubjects(instance.base)) {
      if (!subject.name.startsWith(only)) continue
      const files = await take(browser, { base: instance.base, keys }, subject, to, looks)
      console.log(`${subject.path}\n${files.map((file) => `  ${file}`).join('\n')}`)
    }
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
