import { expect, type Page } from '@playwright/test'

/** Rounding errors. */
const MAX_SHIFT = 0.001

interface Shift {
  value: number
  moved: string
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Records layout shifts of pages opened from now on, except those caused by user input. */
export const recordLayoutShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const layoutShifts: Shift[] = []
    Object.assign(window, { layoutShifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShiftEntry[])
        if (!hadRecentInput)
          layoutShifts.push({
            value,
            moved: sources
              .map(({ node }) =>
                (node instanceof Element ? node.outerHTML : node?.textContent)?.slice(0, 120),
              )
              .join('\n  '),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const expectNoLayoutShift = async (page: Page): Promise<void> => {
  const shifts = await page.evaluate(() => Reflect.get(window, 'layoutShifts') as Shift[])
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, shifts.map(({ value, moved }) => `${value}: ${moved}`).join('\n')).toBeLessThan(MAX_SHIFT)
}
