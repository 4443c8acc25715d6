import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const OPEN_DIALOG = '[role=dialog][aria-modal=true]'
/** PDF pages are content of the file, not of the product. */
const FILE_PAGES = '.canvasWrapper, .textLayer, .annotationLayer'

type Scope = 'everything' | 'contrast'
type Part = Locator | string

interface AxeWindow {
  axe: typeof axe & {
    commons: { color: { Color: { prototype: { parseString: (text: string) => unknown } } } }
  }
}

/** Injects axe into a frame. Color parsing takes a quarter of the contrast rule's time, so it is cached. */
const install = async (frame: Frame) => {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(AXE)
  await frame.evaluate(() => {
    // Injected by the line above.
    const { prototype } = (window as unknown as AxeWindow).axe.commons.color.Color
    const parse = prototype.parseString
    const parsed = new Map<string, Record<'r' | 'g' | 'b' | 'alpha', number>>()
    prototype.parseString = function (this: Record<'r' | 'g' | 'b' | 'alpha', number>, text) {
      const known = parsed.get(text)
      if (known) return Object.assign(this, known)
      parse.call(this, text)
      const { r, g, b, alpha } = this
      parsed.set(text, { r, g, b, alpha })
      return this
    }
  })
}

/** Violations in the page's own document. Behind an open dialog, contrast is not checked. */
const analyzePage = async (page: Page, checked: Part | undefined, scope: Scope) => {
  await install(page.mainFrame())
  const place = typeof checked === 'object' ? await checked.elementHandle() : checked
  return page.evaluate(
    async ([part, onlyContrast, tags, dialog]) => {
      // Injected by `install`.
      const { axe: checker } = window as unknown as AxeWindow
      const run = async (where: Node | string | undefined, options: axe.RunOptions) =>
        (await checker.run(where ?? document, { ...options, iframes: false, resultTypes: ['violations'] }))
          .violations
      const inDialog = part ?? (document.querySelector(dialog) ? dialog : undefined)
      if (onlyContrast) return run(inDialog, { runOnly: ['color-contrast'] })
      if (inDialog === part) return run(part, { runOnly: tags })
      return [
        ...(await run(inDialog, { runOnly: ['color-contrast'] })),
        ...(await run(part, { runOnly: tags, rules: { 'color-contrast': { enabled: false } } })),
      ]
    },
    [place, scope === 'contrast', WCAG, OPEN_DIALOG] as const,
  )
}

const analyzeFrame = async (frame: Frame, scope: Scope) => {
  // `evaluate` never returns for a frame that is still loading.
  await frame.waitForLoadState()
  await install(frame)
  return frame.evaluate(
    async ([onlyContrast, tags, filePages]) => {
      // Injected by `install`.
      const { axe: checker } = window as unknown as AxeWindow
      const options: axe.RunOptions = {
        runOnly: onlyContrast ? ['color-contrast'] : [...tags],
        resultTypes: ['violations'],
      }
      // Part of the page, which has the landmarks and the heading.
      const context = { exclude: [[filePages]], initiator: false, page: false }
      const partial = await checker.runPartial(context, options)
      return (await checker.finishRun([partial], options)).violations
    },
    [scope === 'contrast', WCAG, FILE_PAGES] as const,
  )
}

const expectNone = async (page: Page, part: Part | undefined, scope: Scope) => {
  const found = await analyzePage(page, part, scope)
  for (const frame of page.frames().slice(1)) found.push(...(await analyzeFrame(frame, scope)))
  const lines = found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ''}`),
  )
  expect(lines, 'accessibility violations').toEqual([])
}

export const expectNoAxeViolations = (page: Page, part?: Part): Promise<void> =>
  expectNone(page, part, 'everything')

type Scheme = 'dark' | 'light'

const expectNoneInBoth = async (
  page: Page,
  part: Part | undefined,
  schemes: readonly Scheme[],
  hasFollowed: (scheme: Scheme) => Promise<void>,
) => {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await hasFollowed(colorScheme)
    await expectNone(page, part, colorScheme === 'dark' ? 'contrast' : 'everything')
  }
}

/** Only the contrast of colors can differ between the schemes. */
export const expectAccessibleInBothSchemes = (
  page: Page,
  part?: Part,
  first: Scheme = 'dark',
): Promise<void> =>
  expectNoneInBoth(page, part, [first, first === 'dark' ? 'light' : 'dark'], (scheme) =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme),
  )

/** For a public page of the server, whose style sheet follows the system's color scheme. */
export const expectPublicPageAccessible = (page: Page): Promise<void> =>
  expectNoneInBoth(page, undefined, ['dark', 'light'], () => Promise.resolve())
