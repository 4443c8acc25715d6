import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { toast } from '../toasts.ts'

const QUESTION = 'Are you sure you want to logout?'

const askToLogOut = async (page: Page) => {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  return page.getByRole('dialog', { name: 'Logout' })
}

const storageKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage))

test('shows the user menu', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  await signIn(technician)
  await page.goto('/user/dashboard')
  const button = page.getByRole('button', { name: `User menu of ${technician.fullName}` })

  await test.step('opens by keyboard and shows the signed-in user [SHELL-14, SHELL-15, SHELL-16]', async () => {
    await button.press('Enter')
    const menu = page.getByRole('menu')
    await expect(menu.getByText(technician.email, { exact: true })).toBeVisible()
    await expect(menu.getByText(technician.fullName, { exact: true })).toBeVisible()
  })

  await test.step('offers Logout [SHELL-18] and a way to the profile [SHELL-17]', async () => {
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    const profile = page.getByRole('menuitem', { name: 'Profile' })
    await expect(profile).toHaveAttribute('href', '/user/profile')
    await profile.click()
    await expect(page).toHaveURL('/user/profile')
  })
})

test('signs out with a logout', async ({ page, calls, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await signIn(doctor)
  await page.goto('/user/patients')
  await expect(page.getByText(patient.fullName).first()).toBeVisible()
  await expect.poll(() => storageKeys(page)).toEqual(expect.arrayContaining(['userData', 'report-types']))
  const sent = calls.seen(contract.auth.logout)

  await test.step('asks first [SHELL-19, ERR-13]', async () => {
    const dialog = await askToLogOut(page)
    await expect(dialog.getByText(QUESTION, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  })

  await test.step('does nothing on Cancel or Escape [SHELL-20]', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await askToLogOut(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/user/patients')
    await expect(page.getByText(patient.fullName).first()).toBeVisible()
    expect(sent).toHaveLength(0)
  })

  const release = await calls.hold(contract.auth.logout)
  await test.step('shows a full-screen spinner while it is pending [SHELL-21, SHELL-22]', async () => {
    const dialog = await askToLogOut(page)
    await dialog.getByRole('button', { name: 'Logout' }).click()
    await expect(dialog.getByRole('button', { name: 'Logging out...' })).toBeDisabled()
    const spinner = page.getByTestId('full-screen-spinner')
    await expect(spinner).toBeVisible()
    await expect(page.locator('.mantine-Loader-root')).toHaveCount(1)
    expect(await spinner.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 })
  })

  await test.step('ends on the landing page [SHELL-23, SHELL-26]', async () => {
    release()
    await expect(toast(page, 'Logout successful')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByTestId('full-screen-spinner')).toHaveCount(0)
    expect(sent).toHaveLength(1)
  })

  await test.step('leaves nothing in the browser’s storage [SHELL-25, STORE-03]', async () => {
    const keys = await storageKeys(page)
    expect(keys).not.toContain('userData')
    expect(keys).not.toContain('report-types')
  })

  await test.step('leaves nothing behind the Back button [SHELL-24]', async () => {
    await page.goBack()
    await expect(page.getByText(patient.fullName)).toHaveCount(0)
    await page.goto('/')
  })
})

test('shows the next user nothing of the last one [SHELL-24, CACHE-21]', async ({
  page,
  calls,
  data,
  signIn,
}) => {
  const [doctor, next] = [await data.user('Doctor'), await data.user('Doctor')]
  const patient = await data.patient(doctor)
  const own = await data.patient(next)
  await signIn(doctor)
  await page.goto('/user/patients')
  await expect(page.getByText(patient.fullName).first()).toBeVisible()

  const dialog = await askToLogOut(page)
  await dialog.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Email').fill(next.email)
  await page.getByLabel('Password', { exact: true }).fill(next.password)
  await page.getByRole('button', { name: 'Login as User' }).click()
  await expect(page).toHaveURL('/user/dashboard')

  const release = await calls.hold(contract.patients.list)
  await page.getByRole('link', { name: 'View Patients' }).click()
  await expect(page.getByTestId('skeleton-row')).toHaveCount(3)
  await expect(page.getByText(patient.fullName)).toHaveCount(0)
  release()
  await expect(page.getByText(own.fullName).first()).toBeVisible()
  await expect(page.getByText(patient.fullName)).toHaveCount(0)
})

test('explains a logout that fails', async ({ page, calls, data, signIn, watch, server }) => {
  const doctor = await data.user('Doctor')
  await signIn(doctor)
  await page.goto('/user/dashboard')

  await test.step('shows the server’s message and changes nothing [SHELL-27, ERR-03]', async () => {
    await calls.refuse(contract.auth.logout, 503, 'The server takes a break')
    const dialog = await askToLogOut(page)
    await dialog.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'The server takes a break')).toBeVisible()
    await expect(page.getByTestId('full-screen-spinner')).toHaveCount(0)
    await expect(page).toHaveURL('/user/dashboard')
    expect(await storageKeys(page)).toContain('userData')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    // A request in progress would be refused when the session ends below, which would redirect the page.
    await page.waitForLoadState('networkidle')
    await calls.restore()
  })

  await test.step('counts as done when the session has already ended [SHELL-26]', async () => {
    watch.allowHttp(401, '/api/v1/')
    await calls.refuse(contract.auth.logout, 401, 'Please sign in to continue')
    await page.context().request.post(`${server.url}/api/v1/auth/logout`, { headers: { origin: server.url } })
    const dialog = await askToLogOut(page)
    await dialog.getByRole('button', { name: 'Logout' }).click()
    await expect(toast(page, 'Logout successful')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})
