import { expect, type Page } from '@playwright/test'

/** Announcements of the document's live regions since it was loaded. */
export const recordAnnouncements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const LIVE = '[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]'
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(LIVE)
        if (around) regions.add(around)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const one of [node, ...node.querySelectorAll('*')]) if (one.matches(LIVE)) regions.add(one)
      }
      for (const region of regions) if (region.isConnected) heard.push(region.textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

export const expectHeardOnce = async (page: Page, text: string): Promise<void> => {
  const count = () =>
    page.evaluate(
      (wanted) =>
        // Set by `recordAnnouncements`.
        (window as unknown as { heard: string[] }).heard.filter((one) => one.includes(wanted)).length,
      text,
    )
  await expect.poll(count, text).toBeGreaterThan(0)
  expect(await count(), text).toBe(1)
}
