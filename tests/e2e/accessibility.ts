import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks what the page shows now against WCAG 2.2 AA, or only the part of it that a selector names. */
export const expectNoAxeViolations = async (page: Page, selector?: string): Promise<void> => {
  const builder = new AxeBuilder({ page }).withTags(WCAG)
  const { violations } = await (selector ? builder.include(selector) : builder).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ''}`),
  )
  expect(found, 'accessibility violations').toEqual([])
}

/** The same in both colour schemes, which follow the system as long as nobody has chosen one. */
export const expectAccessibleInBothSchemes = async (page: Page, selector?: string): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectNoAxeViolations(page, selector)
  }
}
