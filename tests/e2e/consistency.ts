import { expect, type Page } from '@playwright/test'

/** Distances in pixels, and heights of chips, that differ from the one that screens share. */
const findDeviations = (): string[] => {
  const found = new Set<string>()
  const shown = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.checkVisibility() && element.getClientRects().length > 0,
    )
  const box = (element: Element) => element.getBoundingClientRect()
  const nameOf = (element: Element) => (element.textContent || element.className).trim().slice(0, 40)
  /** Further apart, something else is between them. */
  const BESIDE = 24

  const sheets = shown('main .layout-sheet').filter((sheet) => !sheet.parentElement?.closest('.layout-sheet'))
  for (const sheet of sheets)
    for (const other of sheets) {
      const [one, two] = [box(sheet), box(other)]
      const isBelow = two.top >= one.bottom && two.left < one.right && one.left < two.right
      const isBeside = two.left >= one.right && two.top < one.bottom && one.top < two.bottom
      const gap = Math.round(isBelow ? two.top - one.bottom : two.left - one.right)
      if ((isBelow || isBeside) && gap <= BESIDE && gap !== 16)
        found.add(`cards ${gap} px apart: ${nameOf(sheet)} | ${nameOf(other)}`)
    }

  const buttons = shown('.mantine-Button-root')
  for (const button of buttons) {
    const next = button.nextElementSibling
    if (!next?.matches('.mantine-Button-root') || !next.checkVisibility()) continue
    const [one, two] = [box(button), box(next)]
    const isBeside = Math.abs(two.top - one.top) < 1
    const gap = Math.round(isBeside ? two.left - one.right : two.top - one.bottom)
    // Buttons of one control join.
    if (gap > 0 && gap <= BESIDE && gap !== 8)
      found.add(`buttons ${gap} px apart: ${nameOf(button)} | ${nameOf(next)}`)
  }

  const tabs = shown('main [data-tabs] > a')
  for (const tab of tabs) {
    const { borderRadius, fontSize, minBlockSize, paddingInline } = getComputedStyle(tab)
    const look = `${Math.round(box(tab).height)}px ${borderRadius} ${fontSize} ${paddingInline}`
    const expected = `${minBlockSize} 6px 14px 12px`
    if (look !== expected) found.add(`tab ${look} instead of ${expected}: ${nameOf(tab)}`)
  }

  for (const named of [...tabs, ...shown('main :is(h1, h2, h3)')])
    if (/\(\d[\d,+]*\)$/.test(nameOf(named))) found.add(`count without its badge: ${nameOf(named)}`)

  for (const icon of shown('main .feedback-icon:not([data-tone])'))
    if ((icon.parentElement?.querySelectorAll('p').length ?? 0) < 2)
      found.add(`empty state without advice: ${nameOf(icon.parentElement ?? icon)}`)

  for (const chip of shown('.status-badge-badge')) {
    // Without a ground it is text.
    if (getComputedStyle(chip).backgroundColor === 'rgba(0, 0, 0, 0)') continue
    const height = Math.round(box(chip).height)
    if ((height - 4) % 16 !== 0) found.add(`chip of ${height} px: ${nameOf(chip)}`)
  }
  return [...found]
}

export const expectConsistent = async (page: Page): Promise<void> => {
  expect(await page.evaluate(findDeviations)).toEqual([])
}
