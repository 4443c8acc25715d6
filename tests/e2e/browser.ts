import { chromium } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Of the Debian package chromium-headless-shell. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A test leaves a page before optimized code pays: a tenth of the browser's CPU time. A larger space for new objects
  // is seldom collected while a page is open.
  '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32,--max-semi-space-size=64',
]

// On some systems the file is a stub that only tells how to install the browser.
const doesRun = (executable: string) => {
  try {
    execFileSync(executable, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

const findInstalled = () =>
  [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => existsSync(file) && doesRun(file))

const installWithApt = () => {
  if (process.platform !== 'linux' || userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined
  console.log('Installing Chromium with apt-get …')
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  } catch {
    // Without a network the packaged browser below may still do.
  }
  return findInstalled()
}

/** A browser out of an optional npm package, for Linux without one. It has no PDF viewer. */
const unpackPackaged = async () => {
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const executable = await packaged.executablePath()
    return doesRun(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

/**
 * The browser to test in: the one that E2E_CHROMIUM names, Playwright's own, the system's, or one fetched on the spot.
 */
export const findBrowser = async (): Promise<string> => {
  const executable =
    process.env.E2E_CHROMIUM ?? findInstalled() ?? installWithApt() ?? (await unpackPackaged())
  if (executable) return executable
  throw new Error(
    'No Chromium was found for the browser tests. Do one of these and try again: run ' +
      '"npx playwright install --with-deps chromium", install Chromium or Chrome with the system’s package manager, ' +
      'or set E2E_CHROMIUM to the path of one.',
  )
}

/**
 * For tests the headless shell where it is installed: Chromium without a window or any part that draws one. A new
 * context costs it half the CPU time.
 */
export const findTestBrowser = async (): Promise<string> =>
  !process.env.E2E_CHROMIUM && existsSync(HEADLESS_SHELL) && doesRun(HEADLESS_SHELL)
    ? HEADLESS_SHELL
    : findBrowser()
