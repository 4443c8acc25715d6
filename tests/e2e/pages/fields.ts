import type { Locator } from '@playwright/test'

export const typePhone = async (field: Locator, phone: string): Promise<void> => {
  await field.press('ControlOrMeta+a')
  if (phone === '') await field.press('Delete')
  else await field.pressSequentially(phone)
}

export const messageUnder = async (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids
      .filter((id) => id.endsWith('-error'))
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  })
