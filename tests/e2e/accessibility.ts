import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Looks at what the page shows now, or only at the part of it that a selector names. */
const builderFor = (page: Page, selector: string | undefined) => {
  // What the pages of a report's file look like, in the viewer's frame, is not ours.
  const builder = new AxeBuilder({ page }).exclude(['iframe', '.canvasWrapper, .textLayer, .annotationLayer'])
  return selector ? builder.include(selector) : builder
}

const expectNone = async (builder: AxeBuilder) => {
  const { violations } = await builder.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ''}`),
  )
  expect(found, 'accessibility violations').toEqual([])
}

/** Checks what the page shows now against WCAG 2.2 AA, or only the part of it that a selector names. */
export const expectNoAxeViolations = (page: Page, selector?: string): Promise<void> =>
  expectNone(builderFor(page, selector).withTags(WCAG))

/**
 * The same in both colour schemes, which follow the system as long as nobody has chosen one. Only the contrast of
 * colours can differ between them.
 */
export const expectAccessibleInBothSchemes = async (page: Page, selector?: string): Promise<void> => {
  const show = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  }
  await show('dark')
  await expectNone(builderFor(page, selector).withRules(['color-contrast']))
  await show('light')
  await expectNoAxeViolations(page, selector)
}
