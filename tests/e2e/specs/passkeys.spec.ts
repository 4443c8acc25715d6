import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { newestMailTo } from '../outbox.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { forgetSession } from '../sign-in.ts'
import { toast } from '../toasts.ts'
import { addAuthenticator } from '../virtual-authenticator.ts'

const openLogin = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Doctor\b/ }).click()
  return page.getByRole('dialog', { name: 'Doctor Login' })
}

const addPasskey = async (page: Page, password: string, name: string) => {
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('adds a passkey, signs in with it, confirms with it and removes it [PASSKEY-20]', async ({
  page,
  data,
  signIn,
  server,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const device = await addAuthenticator(page)
  await signIn(doctor)
  const card = page.getByRole('region', { name: 'Passkeys' })

  await test.step('adding it asks for the password, and gives recovery codes once', async () => {
    await addPasskey(page, doctor.password, 'Bench phone')
    const codes = page.getByRole('dialog', { name: 'Recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await codes.getByRole('button', { name: 'I Have Saved Them' }).click()
    await expect(toast(page, 'Passkey added')).toBeVisible()
    await expect(card.getByRole('listitem')).toContainText('This device only')
    await expect.poll(() => newestMailTo(server, doctor.email)).toContain('A passkey was added')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNothingSticksOut(page)
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  const logout = async () => {
    await forgetSession(page)
    await page.goto('/')
  }

  await test.step('signs in from the login dialog without a password', async () => {
    await logout()
    await device.recognize(false)
    const dialog = await openLogin(page)
    const button = dialog.getByRole('button', { name: 'Sign in with a passkey' })
    await button.click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'The passkey was not confirmed. Please try again, or use your password.',
    )
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await device.recognize(true)
    await button.click()
    await expect(page).toHaveURL(/\/user\/dashboard$/)
    await page.goto('/user/profile')
    await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText(
      'with a passkey',
    )
  })

  await test.step('offers the passkey in the email field', async () => {
    await logout()
    // The device chooses the only passkey of the list at once.
    await openLogin(page)
    await expect(page).toHaveURL(/\/user\/dashboard$/)
  })

  await test.step('replaces the code with it after the password', async () => {
    await logout()
    watch.allowHttp(401, '/api/v1/auth/user/login')
    await device.recognize(false)
    const dialog = await openLogin(page)
    await expect(dialog.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    await dialog.getByLabel('Email').fill(doctor.email)
    await dialog.getByLabel('Password', { exact: true }).fill(doctor.password)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Authentication Code')).toBeFocused()
    await device.recognize(true)
    await dialog.getByRole('button', { name: 'Use a Passkey' }).click()
    await expect(page).toHaveURL(/\/user\/dashboard$/)
  })

  const [passkey] = await device.credentials()
  await test.step('confirms a new password with it, and its own removal, of which the device is told', async () => {
    await page.goto('/user/profile')
    await page.getByRole('button', { name: 'Change Password' }).click()
    const change = page.getByRole('dialog', { name: 'Change password' })
    await change.getByRole('button', { name: 'Use a Passkey' }).click()
    await expect(change.getByRole('status')).toHaveText('Confirmed with your passkey')
    await change.getByLabel('New Password', { exact: true }).fill('quiet-harbor-17')
    await change.getByLabel('Confirm New Password').fill('quiet-harbor-17')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Password changed successfully')).toBeVisible()

    await card.getByRole('button', { name: 'Actions: Bench phone' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename passkey' })
    await rename.getByLabel('Name').fill('Ward tablet')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('listitem')).toContainText('Ward tablet')

    await card.getByRole('button', { name: 'Actions: Ward tablet' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page
      .getByRole('dialog', { name: 'Remove Ward tablet' })
      .getByRole('button', { name: 'Use a Passkey' })
      .click()
    await expect(card).toContainText('You have no passkeys yet.')
    await expect.poll(device.credentials).toEqual([])
  })

  await test.step('refuses a device that was not told with a sentence', async () => {
    if (passkey) await device.restore(passkey)
    await logout()
    watch.allowHttp(401, '/api/v1/auth/passkey/login')
    const dialog = await openLogin(page)
    await expect(dialog.getByRole('alert')).toHaveText(
      'This passkey was not accepted. Please try again, or sign in with your password.',
    )
  })
  await device.remove()
})

test('roles that need a passkey are reminded, then add one first [PASSKEY-21]', async ({
  page,
  data,
  openBrowser,
  signIn,
}) => {
  const device = await addAuthenticator(page, { isSynced: true })
  const receptionist = await data.user('Receptionist')
  const admin = await openBrowser(data.admin)
  const requireFrom = async (days: number) => {
    await admin.goto('/user/settings/general?tab=security')
    const card = admin.getByRole('region', { name: 'Passkeys' })
    await card.getByLabel('Receptionist').check()
    const day = new Date(Date.now() + days * 86_400_000)
    await card.getByLabel('From').fill(day.toLocaleDateString('en-GB'))
    await admin.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(admin, 'Changes saved successfully')).toBeVisible()
  }
  try {
    await requireFrom(5)
    await signIn(receptionist)
    await page.goto('/user/dashboard')
    await expect(page.getByText(/your role needs a passkey/)).toBeVisible()
    await requireFrom(-1)
    await page.goto('/user/dashboard')
    await expect(page).toHaveURL(/\/user\/profile$/)
    await expect(page.getByText('Your role needs a passkey')).toBeVisible()
    await addPasskey(page, receptionist.password, 'Desk')
    await page.getByRole('button', { name: 'I Have Saved Them' }).click()
    await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('Synced')
    await page.goto('/user/dashboard')
    await expect(page).toHaveURL(/\/user\/dashboard$/)
  } finally {
    await admin.goto('/user/settings/general?tab=security')
    await admin.getByRole('region', { name: 'Passkeys' }).getByLabel('Receptionist').uncheck()
    await admin.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(admin, 'Changes saved successfully').first()).toBeVisible()
  }
  await device.remove()
})
