import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const ALL_RULES: RunOptions = { runOnly: { type: 'tag', values: WCAG } }
const CONTRAST_ONLY: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** In the page itself: AxeBuilder opens a blank page for each run and takes four times as long. */
const analyzePage = async (page: Page, selector: string | undefined, options: RunOptions) => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([context, runOptions]) => {
      // The line above has put axe into the page.
      const checker = (window as unknown as { axe: typeof axe }).axe
      return (await checker.run(context ?? document, runOptions)).violations
    },
    // Details of what passes are not collected.
    [selector, { ...options, resultTypes: ['violations'] } satisfies RunOptions] as const,
  )
}

/** Checks the document in the viewer's frame as well, apart from the pages of the report's file, which are not ours. */
const analyzeFrames = async (page: Page, selector: string | undefined, options: RunOptions) => {
  const builder = new AxeBuilder({ page })
    .options(options)
    .exclude(['iframe', '.canvasWrapper, .textLayer, .annotationLayer'])
  if (selector) builder.include(selector)
  return (await builder.analyze()).violations
}

const expectNone = async (page: Page, selector: string | undefined, options: RunOptions) => {
  const frames = page.frames()
  // A frame that is still loading never answers the checker.
  for (const frame of frames) await frame.waitForLoadState()
  const analyze = frames.length > 1 ? analyzeFrames : analyzePage
  const violations: Result[] = await analyze(page, selector, options)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ''}`),
  )
  expect(found, 'accessibility violations').toEqual([])
}

/** Checks what the page shows now against WCAG 2.2 AA, or only the part of it that a selector names. */
export const expectNoAxeViolations = (page: Page, selector?: string): Promise<void> =>
  expectNone(page, selector, ALL_RULES)

/**
 * The same in both color schemes, which follow the system until a user chooses one. Only the contrast of
 * colors can differ between them.
 */
export const expectAccessibleInBothSchemes = async (page: Page, selector?: string): Promise<void> => {
  const show = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  }
  await show('dark')
  await expectNone(page, selector, CONTRAST_ONLY)
  await show('light')
  await expectNone(page, selector, ALL_RULES)
}
