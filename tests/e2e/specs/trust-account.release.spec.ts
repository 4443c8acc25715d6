import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { toast, toasts } from '../toasts.ts'

const STEP_MS = 30_000

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * STEP_MS })

const signInDialog = async (page: Page, user: { email: string; password: string }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started' }).click()
  const dialog = page.getByRole('dialog', { name: 'User Login' })
  await dialog.getByLabel('Email').fill(user.email)
  await dialog.getByLabel('Password', { exact: true }).fill(user.password)
  return dialog
}

test('sets the second factor up and switches it off', async ({ page, data, signIn, openBrowser, watch }) => {
  const doctor = await data.user('Doctor')
  await signIn(doctor)
  await page.goto('/user/profile')
  const card = page.getByRole('region', { name: 'Second factor' })
  let secret = ''
  let recoveryCodes: string[] = []

  await test.step('switches it on with a code of the app, not with a wrong one', async () => {
    await expect(card.getByText('Off', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: 'Set Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up the second factor' })
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    watch.allowHttp(400, '/auth/second-factor/')
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong@123')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('The current password is incorrect')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(doctor.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()).replaceAll(' ', '')
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByLabel('Authentication Code').fill('000000')
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await expect(dialog.getByText('This code is incorrect or has already been used')).toBeVisible()
    await dialog.getByLabel('Authentication Code').fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Switch on' }).click()
  })

  await test.step('shows the recovery codes once', async () => {
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    recoveryCodes = await dialog.getByRole('listitem').allInnerTexts()
    expect(recoveryCodes[0]).toMatch(/^[2-9a-z]{6}(-[2-9a-z]{6}){3}$/)
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
    await expect(card.getByText('On', { exact: true })).toBeVisible()
  })

  await test.step('signing in asks for a code now, and only on this account', async () => {
    const other = await openBrowser()
    watch.allowHttp(401, '/auth/')
    const dialog = await signInDialog(other, doctor)
    await expect(dialog.getByLabel('Authentication Code')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Login as User' }).click()
    await expect(dialog.getByLabel('Authentication Code')).toBeFocused()
    await expectNoAxeViolations(other, '[role=dialog]')
    await dialog.getByLabel('Authentication Code').fill('123456')
    await other.keyboard.press('Enter')
    await expect(toast(other, 'This code is incorrect or has already been used')).toBeVisible()
    await dialog.getByLabel('Authentication Code').fill(codeOf(secret, 1))
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(/\/user\/dashboard$/)
  })

  await test.step('accepts a recovery code as well', async () => {
    const other = await openBrowser()
    const dialog = await signInDialog(other, doctor)
    await dialog.getByRole('button', { name: 'Login as User' }).click()
    await dialog.getByLabel('Authentication Code').fill(recoveryCodes[0] ?? '')
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(/\/user\/dashboard$/)
  })

  await test.step('switches it off with the password and a code', async () => {
    // It ends the sessions of other browsers, whose dashboards may still be loading.
    watch.allowHttp(401, '/api/v1/')
    await card.getByRole('button', { name: 'Switch Off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch off the second factor' })
    await dialog.getByLabel('Password', { exact: true }).fill(doctor.password)
    await dialog.getByRole('button', { name: 'Switch Off' }).click()
    await expect(dialog.getByText('Please enter the code from your authenticator app')).toBeVisible()
    await dialog.getByLabel('Authentication Code').fill(recoveryCodes[1] ?? '')
    await dialog.getByRole('button', { name: 'Switch Off' }).click()
    await expect(card.getByText('Off', { exact: true })).toBeVisible()
  })
})

test('opens the product to a role that needs a second factor only once it is set up', async ({
  page,
  data,
  signIn,
  openBrowser,
}) => {
  const receptionist = await data.user('Receptionist')
  const admin = await openBrowser(data.admin)
  await admin.goto('/user/settings/general?tab=security')
  const required = admin.getByRole('region', { name: 'Second Factor' })
  await required.getByRole('checkbox', { name: 'Receptionist' }).check()
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(admin, 'Changes saved successfully')).toBeVisible()
  try {
    await signIn(receptionist)
    await page.goto('/user/patients')
    await expect(page).toHaveURL(/\/user\/profile$/)
    await expect(page.getByText('Your role needs a second factor', { exact: true })).toBeVisible()
  } finally {
    await required.getByRole('checkbox', { name: 'Receptionist' }).uncheck()
    await admin.getByRole('button', { name: 'Save Changes' }).click()
    await expect(admin.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  }
  await page.reload()
  await page.goto('/user/patients')
  await expect(page).toHaveURL(/\/user\/patients$/)
})

test('lists the own sessions, and signs out one other or all others [ENTER-06]', async ({
  page,
  data,
  signIn,
  openBrowser,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const elsewhere = await openBrowser(doctor)
  await elsewhere.goto('/user/dashboard')
  await openBrowser(doctor)
  await signIn(doctor)
  await page.goto('/user/profile')
  const card = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(card.getByRole('listitem').filter({ hasText: 'This session' })).toHaveCount(1)
  const count = await card.getByRole('listitem').count()
  expect(count).toBeGreaterThan(2)
  const one = card.getByRole('button', { name: /^Sign Out: / }).first()
  await one.click()
  await expect(toasts(page).filter({ hasText: 'Signed out: ' })).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(count - 1)
  await card.getByRole('button', { name: 'Sign Out Others' }).click()
  await expect(toast(page, 'All other sessions were signed out')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  watch.allowHttp(401, '/api/v1/')
  await elsewhere.getByRole('link', { name: 'View Reports' }).click()
  await expect(elsewhere).toHaveURL(/\/$/)
})

test('warns before the idle limit, and entries stay', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  await page.clock.install()
  await signIn(receptionist)
  // A response after the clock change would restart the idle time.
  await page.goto('/user/patients/add', { waitUntil: 'networkidle' })
  await page.getByLabel('Full Name').fill('Half Typed')
  await page.clock.runFor(10_000)
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(warning).toHaveCount(0)

  await page.clock.fastForward('57:30')
  await expect(warning).toBeVisible()
  await expect(warning.getByRole('timer')).toHaveText(/^[01]:\d\d$/)
  await warning.getByRole('button', { name: 'Stay Signed In' }).click()
  await page.clock.runFor(2000)
  await expect(warning).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toHaveValue('Half Typed')

  await page.clock.fastForward('59:30')
  await expect(page).toHaveURL(/\/$/)
  await expect(toast(page, 'Your session has ended. Please sign in again.')).toBeVisible()
})
