import { writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signIn } from '../sign-in.ts'
import { DEMO_PASSWORD, type Screen } from './screens.ts'

export interface Look {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  /** Image pixels per CSS pixel; defaults to 1. */
  density?: number
}

export interface Picture {
  file: string
  isWholePage: boolean
  quality: number
}

/** Takes screenshots; each user signs in once per device and color scheme. */
export class Camera {
  readonly #contexts = new Map<string, Promise<BrowserContext>>()

  readonly #browser: Browser
  readonly #url: string

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  async take(screen: Screen, look: Look, { file, isWholePage, quality }: Picture): Promise<void> {
    const context = await this.#contextFor(screen.as, look)
    const page = await context.newPage()
    await page.setViewportSize({ width: look.width, height: look.height })
    await showScreen(page, this.#url, screen)
    await settle(page)
    if (file.endsWith('.webp')) await takeWebp(page, { file, isWholePage, quality })
    else await page.screenshot({ path: file, type: 'jpeg', quality, fullPage: isWholePage })
    await page.close()
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) await (await context).close()
  }

  #contextFor(person: string | undefined, look: Look): Promise<BrowserContext> {
    const key = [person, look.colorScheme, look.density].join(' ')
    const known = this.#contexts.get(key) ?? this.#open(person, look)
    this.#contexts.set(key, known)
    return known
  }

  async #open(person: string | undefined, { colorScheme, density = 1 }: Look): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      colorScheme,
      deviceScaleFactor: density,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'Asia/Dubai',
    })
    if (person) {
      const page = await context.newPage()
      await signIn(page, this.#url, { email: person, password: DEMO_PASSWORD })
      await page.close()
    }
    return context
  }
}

export const showScreen = async (page: Page, origin: string, screen: Screen): Promise<void> => {
  await screen.before?.(page)
  await page.goto(origin + screen.address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (!screen.before) await page.waitForLoadState('networkidle')
  await screen.act?.(page)
  // Using an element may have scrolled the page, which moves content under the header.
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** Playwright's screenshots are PNG or JPEG, which take twice the space in the repository's history. */
const takeWebp = async (page: Page, { file, isWholePage, quality }: Picture): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  const { cssContentSize: content } = await devtools.send('Page.getLayoutMetrics')
  const clip = { x: 0, y: 0, width: content.width, height: content.height, scale: 1 }
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: isWholePage,
    ...(isWholePage && { clip }),
  })
  await writeFile(file, data, 'base64')
}

const settle = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Array.from(document.images).every(({ complete, loading }) => complete || loading === 'lazy'),
  )
  await page.waitForTimeout(400)
}
