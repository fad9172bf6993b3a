import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { ROOT } from '../server/root'
import { BROWSER_FLAGS, findChromium } from '../tests/support/browser'
import { command } from './command'
import { drawAgainst } from './screenshots/against'
import { FORCED_COLORS, type Taking, takeAll } from './screenshots/camera'
import { startDemoInstance } from './screenshots/instance'

/**
 * `npm run screenshots [-- --url http://localhost:3000] [--to folder] [--only home]`: takes every page at 390 and 1280 px,
 * light and dark, into `./screenshots`. `--url` takes a running instance and also needs its data folder (`DATA_DIR`); without
 * it the script starts an instance and plays the demo. `--forced-colors` takes them in high contrast. `--against <commit>`
 * also takes that commit's pages, on the same records, and writes one page of the differences.
 */
const { values: settings } = parseArgs({
  options: {
    url: { type: 'string' },
    to: { type: 'string', default: path.join(ROOT, 'screenshots') },
    // Only pages whose names begin with it.
    only: { type: 'string', default: '' },
    against: { type: 'string' },
    'forced-colors': { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: BROWSER_FLAGS })
  try {
    const { against, to, only } = settings
    const looks = settings['forced-colors'] ? { looks: FORCED_COLORS } : {}
    if (against) console.log(await drawAgainst(against, { browser, to, only }))
    else await drawAll({ browser, to, only, ...looks })
  } finally {
    await browser.close()
  }
}

async function drawAll(taking: Taking): Promise<void> {
  const { url } = settings
  if (!url) console.log('Starting an instance and playing the demo into it …')
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  const instance = url ? { base: new URL(url).origin, dataDir, stop: async () => undefined } : await startDemoInstance()
  try {
    for await (const { path: taken, files } of takeAll(taking, instance))
      console.log(`${taken}\n${files.map((file) => `  ${file}`).join('\n')}`)
  } finally {
    await instance.stop()
  }
}

await command(main)
