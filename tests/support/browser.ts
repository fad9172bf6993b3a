import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { cachedPackage } from '@/tests/support/cached-package'

// The shell has no window and nothing that belongs to one: a page opens in half the time.
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'Google Chrome', 'Chromium']
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]

// Of two flags that name features the last counts, so this repeats what Playwright turns off that matters here.
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  // Pages of the browser's own and a process in reserve: for each window that a test opens they cost a third of its time.
  'AimEnabled',
  'OmniboxWebUIPopup',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether it is a browser that runs: some systems have a script in its place that only says how to install one. */
const runs = (file: string): boolean => isExecutable(file) && run(file, ['--version'])

/** A browser that is already on this machine, or null. */
function installedChromium(): string | null {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...PLACES]
  const names = [...SHELLS, ...BROWSERS, 'chrome']
  const found = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(runs)
  if (found) return found
  const own = chromium.executablePath()
  return runs(own) ? own : null
}

function run(program: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: 'ignore', env }).status === 0
}

function installByApt(): string | null {
  const mayInstall = process.getuid?.() === 0 && run('apt-get', ['--version'])
  if (!mayInstall) return null
  run('apt-get', ['update'])
  const install = (name: string) => run('apt-get', ['install', '-y', '--no-install-recommends', name])
  // Some releases have no package of the shell alone.
  return install('chromium-headless-shell') || install('chromium') ? installedChromium() : null
}

/** A Chromium from the npm registry, for machines where nothing may be installed. It brings its own libraries. */
async function installByNpm(): Promise<string | null> {
  // The newest that runs on Node 20.
  const entry = cachedPackage('@sparticuz/chromium', '147.0.0')
  if (entry === null) return null
  const { default: packed }: { default: { executablePath(): Promise<string> } } = await import(entry)
  return packed.executablePath()
}

/**
 * The browser of the tests: `CHROMIUM_PATH`, an installed Chrome or Chromium, Playwright's own, else one that this
 * installs (apt where it may, or from the npm registry).
 * @throws Error that says what to do when there is none to be had.
 */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given && !isExecutable(given)) throw new Error(`CHROMIUM_PATH names no program: ${given}`)
  const found = given ?? installedChromium() ?? installByApt() ?? (await installByNpm().catch(() => null))
  if (found) return found
  throw new Error('The page tests need Chromium: install one, or set CHROMIUM_PATH.')
}
