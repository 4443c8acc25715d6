import type { Locator } from '@playwright/test'

/** Replaces what stands in a phone field, as a person types it: the dial code cannot be filled over. */
export const typePhone = async (field: Locator, phone: string): Promise<void> => {
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await field.press('End')
  await field.pressSequentially(phone.replace(/^\+971/, ''))
}

/** The message under a field, which assistive technology reads with it. */
export const messageUnder = async (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids
      .filter((id) => id.endsWith('-error'))
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  })
