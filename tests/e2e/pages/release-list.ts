import { expect, type Page } from '@playwright/test'

/** Rows lead with the patient. */
export const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
export const openFromList = async (page: Page, title: string) => {
  await page.goto('/user/dashboard')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Awaiting Release/ })
    .click()
  await rowOf(page, title).getByRole('link', { name: 'Amal Mansour', exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}
