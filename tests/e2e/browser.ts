import { chromium } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { WAIT_MS } from '../../test-limits.ts'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Tests leave a page before optimized code pays off: this saves a tenth of the browser's CPU time.
  '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32,--max-semi-space-size=64',
]

// On some systems the file is a stub that only explains the installation.
const doesRun = (executable: string) => {
  try {
    execFileSync(executable, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: WAIT_MS })
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
    // Without a network, the packaged browser below may work.
  }
  return findInstalled()
}

/** For Linux without a browser: unpacks one from an optional npm package. It has no PDF viewer. */
const unpackPackaged = async () => {
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const executable = await packaged.executablePath()
    return doesRun(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

/** Finds the browser that E2E_CHROMIUM names, else Playwright's, the system's, or a downloaded one. */
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

/** Prefers the headless shell, Chromium without windows: a new context takes half the CPU time. */
export const findTestBrowser = async (): Promise<string> =>
  !process.env.E2E_CHROMIUM && existsSync(HEADLESS_SHELL) && doesRun(HEADLESS_SHELL)
    ? HEADLESS_SHELL
    : findBrowser()
