import type { Page } from '@playwright/test'
import { awaitRelease } from '../awaiting-release.ts'
import { expect, test } from '../fixtures.ts'
import { pressUntil } from '../keyboard.ts'
import { expectNothingSticksOut } from '../overflow.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('follows the shortcuts of an Admin', async ({ page, data, server, signIn }) => {
  // Only then does the sidebar have what awaits release.
  await awaitRelease(data, await data.user('Doctor'), 1)
  await signIn(server.admin)
  await page.goto('/user/contact')
  await expect(heading(page, 'Contact')).toBeVisible()

  for (const [key, path] of [
    ['d', '/user/dashboard'],
    ['p', '/user/patients'],
    ['r', '/user/reports'],
    ['a', '/user/release'],
    ['u', '/user/users'],
    ['l', '/user/labs'],
    ['s', '/user/settings/general'],
  ] as const)
    await test.step(`g and ${key} lead to ${path} [SPEED-01]`, async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

  await test.step('single keys do nothing right after a navigation [SPEED-34]', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(heading(page, 'Patient Dashboard')).toBeVisible()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await expect(page).toHaveURL('/user/patients')
    await expect(sheetOf(page)).toBeHidden()
  })

  await test.step('n begins a registration, and is text from then on [SPEED-01, SPEED-02]', async () => {
    await pressUntil(page, 'n', (within) => expect(page).toHaveURL('/user/patients/add', within))
    const name = page.getByRole('textbox', { name: 'Full Name' })
    await expect(name).toBeFocused()
    await page.keyboard.type('gd n?/')
    await expect(name).toHaveValue('gd n?/')
    await expect(page).toHaveURL('/user/patients/add')
    await expect(sheetOf(page)).toBeHidden()
    await name.fill('')
  })

  await test.step('/ focuses the search of a list, and is not typed into it [SPEED-01]', async () => {
    await page.goto('/user/patients')
    await expect(heading(page, 'Patient Dashboard')).toBeVisible()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Search patients...' })
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('')
    await search.blur()
  })

  await test.step('leaves keys to the browser with a modifier, and ignores them under a dialog [SPEED-02]', async () => {
    await page.keyboard.press('Alt+n')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('?')
    await expect(sheetOf(page)).toBeVisible()
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/user/patients')
  })

  await test.step('fits the sheet into a narrow window [SPEED-03]', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNothingSticksOut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('single keys can be switched off, for this device [SPEED-04]', async () => {
    await sheetOf(page).getByRole('checkbox', { name: 'Shortcuts of single keys' }).click()
    await page.keyboard.press('Escape')
    await expect(sheetOf(page)).toBeHidden()
    await page.reload()
    await expect(heading(page, 'Patient Dashboard')).toBeVisible()
    for (const key of ['?', 'g', 'd', 'n', '/']) await page.keyboard.press(key)
    await expect(page).toHaveURL('/user/patients')
    await expect(sheetOf(page)).toBeHidden()
    await expect(page.getByRole('searchbox')).not.toBeFocused()
  })

  await test.step('switches them on again, from the user menu [SPEED-03, SPEED-04]', async () => {
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click()
    await sheetOf(page).getByRole('checkbox', { name: 'Shortcuts of single keys' }).click()
    await page.keyboard.press('Escape')
    await expect(sheetOf(page)).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await expect(page).toHaveURL('/user/dashboard')
  })
})

test('shows and gives a Technician the shortcuts of a Technician', async ({ page, data, signIn }) => {
  await signIn(await data.user('Technician'))
  await page.goto('/user/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const profile = page.getByRole('banner').getByRole('link')
  await profile.focus()

  await test.step('lists no page of others on the sheet [SPEED-03, DESIGN-21]', async () => {
    await page.keyboard.press('?')
    const goTo = sheetOf(page).getByRole('region', { name: 'Go to' })
    await expect(goTo.getByRole('term')).toHaveText([
      'Dashboard',
      'Inbox',
      'View Patients',
      'View Reports',
      'Deliveries',
    ])
    await page.keyboard.press('Escape')
    await expect(profile).toBeFocused()
  })

  await test.step('ignores the keys of others [SPEED-01]', async () => {
    for (const key of ['g', 'u', 'g', 's']) await page.keyboard.press(key)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page).toHaveURL('/user/reports')
  })
})
