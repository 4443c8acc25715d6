import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

test('saves the filters of a list under a name, without what was typed [PREF-04]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  await signIn(doctor)
  await page.goto('/user/reports')
  await expect(page.getByRole('search', { name: 'Reports' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Saved Filters', exact: true })
  await expect(menu).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Critical')
  await page.getByRole('searchbox').fill('Amal')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Save These Filters…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save These Filters' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectAccessibleInBothSchemes(page, '[role=dialog]')
  await page.keyboard.type('My critical ones')
  await page.keyboard.press('Enter')
  const named = page.getByRole('button', { name: 'Saved Filters: My critical ones' })
  await expect(named).toBeVisible()

  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(/reports$/)
  await page.reload()
  await menu.click()
  await page.getByRole('menuitem', { name: 'My critical ones' }).click()
  await expect(page).toHaveURL(/reports\?mark=critical$/)

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Suspended')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Save These Filters…' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My critical ones')
  await page.keyboard.press('Enter')
  await named.click()
  await expect(page.getByRole('menuitem', { name: 'My critical ones', exact: true })).toHaveCount(1)
  await page.keyboard.press('Escape')

  await page.goto('/user/patients')
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('Female')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'My critical ones' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto('/user/reports?mark=suspended')
  await named.click()
  await page.getByRole('menuitem', { name: 'Delete “My critical ones”' }).click()
  await expect(menu).toBeVisible()
  await expect(named).toHaveCount(0)
})
