import type { Page } from '@playwright/test'
import { awaitRelease } from '../awaiting-release.ts'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { pressUntil } from '../keyboard.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { toast } from '../toasts.ts'

const COUNT = 3

const heading = (page: Page, title: string | undefined) =>
  page.getByRole('heading', { name: title ?? '', level: 1 })
const isReady = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeEnabled()
  await expect(page.getByText('The file names this patient')).toBeVisible()
}

test('opens the next report after each release [RELEASE-120] [RELEASE-121]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  const titles = await awaitRelease(data, doctor, COUNT)
  await signIn(doctor)
  await page.goto('/user/release')
  await page.getByRole('link', { name: 'Amal Mansour', exact: true }).first().click()
  await expect(page.getByText(`1 of ${COUNT}`, { exact: true })).toBeVisible()

  await test.step('n and p open the neighbors [DESIGN-22]', async () => {
    await expect(page.getByRole('main').getByText('Awaiting release', { exact: true })).toBeVisible()
    await pressUntil(page, 'n', (within) => expect(heading(page, titles[1])).toBeFocused(within))
    await expect(page.getByText(`2 of ${COUNT}`, { exact: true })).toBeVisible()
    await page.keyboard.press('p')
    await expect(heading(page, titles[0])).toBeFocused()
  })

  await expectNothingSticksOut(page)
  for (const title of titles) {
    await expect(heading(page, title)).toBeVisible()
    await isReady(page)
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, `Released 1 report: ${title} of Amal Mansour`)).toBeVisible()
  }
  await expect(page.getByText('No report awaits release')).toBeVisible()
  await expect(page).toHaveURL(/\/user\/release$/)
  await expectAccessibleInBothSchemes(page)
})

test('asks to confirm a file that names another patient before its release [RELEASE-122]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  await awaitRelease(data, doctor, 1, 'Omar Saleh')
  await signIn(doctor)
  await page.goto('/user/release')
  await page.getByRole('link', { name: 'Amal Mansour', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeEnabled()
  await expect(page.getByText('This file may belong to another patient')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Release report' })
  const release = dialog.getByRole('button', { name: 'Release Anyway' })
  await expect(release).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /I compared the file with the patient/ }).check()
  await expectAccessibleInBothSchemes(page)
  await release.click()
  await expect(toast(page, 'No more reports to release')).toBeVisible()
})
