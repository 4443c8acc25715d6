import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { awaitRelease } from '../awaiting-release.ts'
import { expect, test } from '../fixtures.ts'
import { pressUntil } from '../keyboard.ts'
import { toast } from '../toasts.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

test('works lists by the same keys [SPEED-43]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const names = ['Dalia Haddad', 'Basma Najjar', 'Aya Sabbagh']
  for (const fullName of names.toReversed())
    await data.report(doctor, await data.patient(doctor, { fullName }), {
      title: `Blood count of ${fullName}`,
    })
  const [first = '', second = ''] = names
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  await signIn(doctor)

  await test.step('moves through patients, and opens one', async () => {
    await page.goto('/user/patients')
    await expect(link(first)).toBeVisible()
    await pressUntil(page, 'j', (within) => expect(link(first)).toBeFocused(within))
    await page.keyboard.press('ArrowDown')
    await expect(link(second)).toBeFocused()
    await expect(link(second)).toBeInViewport()
    await page.keyboard.press('k')
    await expect(link(first)).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Tab')
    await expect(page.locator('[data-link]:has(:focus)')).toContainText(first)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/user\/patients\/view\//)
    await expect(page.getByRole('main').getByText(second).first()).toBeVisible()
  })

  await test.step('types letters into the search of a list', async () => {
    await page.goto('/user/reports')
    await expect(link(`Blood count of ${first}`)).toBeVisible()
    await page.getByRole('searchbox').pressSequentially('jk')
    await expect(page.getByRole('searchbox')).toHaveValue('jk')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').blur()
  })

  await test.step('moves through reports, in a low window too', async () => {
    await page.setViewportSize({ width: 1440, height: 420 })
    await expect(link(`Blood count of ${names[2]}`)).toBeVisible()
    await pressUntil(page, 'j', (within) =>
      expect(page.locator('[data-link] a:focus')).toHaveText(/^Blood count/, within),
    )
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(page.locator('[data-link]:has(a:focus)')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('moves through all lists of the dashboard', async () => {
    await page.goto('/user/dashboard')
    await expect(heading(page, 'Dashboard')).toBeVisible()
    const reports = page.getByRole('list', { name: 'Recent reports' }).getByRole('link')
    await expect(reports).toHaveCount(3)
    await pressUntil(page, 'j', (within) => expect(reports.first()).toBeFocused(within))
    await page.keyboard.press('k')
    await expect(reports.first()).toBeFocused()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('j')
    await expect(page.getByRole('list', { name: 'Recent patients' }).locator('a:focus')).toHaveText(first)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/user\/patients\/view\//)
  })

  await test.step('opens, selects and releases what awaits release', async () => {
    const [title = ''] = await awaitRelease(data, doctor, 2)
    await page.goto('/user/release')
    const rows = link('Amal Mansour')
    await expect(rows).toHaveCount(2)
    await pressUntil(page, 'j', (within) => expect(rows.first()).toBeFocused(within))
    await page.keyboard.press('Enter')
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeEnabled()
    await pressUntil(page, 'Escape', (within) => expect(page).toHaveURL('/user/release', within))
    const box = page.getByRole('checkbox', { name: `Select ${title} of Amal Mansour` })
    await expect(box).toBeEnabled()
    await pressUntil(page, 'j', (within) => expect(rows.first()).toBeFocused(within))
    await page.keyboard.press('x')
    await expect(box).toBeChecked()
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Release 1 report' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('j')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog').getByRole('region', { name: 'In a list' })
    await expect(keys.getByRole('term')).toHaveText([
      'Release Selected (1)',
      'Next item',
      'Previous item',
      'Select the focused item',
      'Open the focused item',
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await dialog.getByRole('button', { name: 'Release', exact: true }).click()
    await expect(toast(page, `Released 1 report: ${title} of Amal Mansour`)).toBeVisible()
    await expect(rows).toHaveCount(1)
  })
})
