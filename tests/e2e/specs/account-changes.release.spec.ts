import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { newestMailTo } from '../outbox.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { toast } from '../toasts.ts'

const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

const scanAndConfirm = async (page: Page, title: string, confirmLabel: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Authentication Code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: confirmLabel }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts()
  await expectNothingSticksOut(page)
  await codes.getByRole('button', { name: 'I Have Saved Them' }).click()
  return { secret, recoveryCodes }
}

const switchOn = async (page: Page, password: string) => {
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Set Up' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  return scanAndConfirm(page, 'Set up the second factor', 'Switch on')
}

test('changes of how an account signs in need the password and a code [SAFE-21]', async ({
  page,
  data,
  signIn,
  openBrowser,
  server,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const elsewhere = await openBrowser(doctor)
  await elsewhere.goto('/user/patients')
  await page.setViewportSize(NARROW)
  await signIn(doctor)
  const { recoveryCodes } = await switchOn(page, doctor.password)
  const card = page.getByRole('region', { name: 'Second factor' })
  watch.allowHttp(400, '/api/v1/auth/')

  await test.step('sign other devices out, and send the owner an email', async () => {
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL('/')
    await expect.poll(() => newestMailTo(server, doctor.email)).toContain('second factor of your')
  })

  await test.step('replacing the second factor asks for both', async () => {
    await card.getByRole('button', { name: 'Replace' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace the second factor' })
    await dialog.getByLabel('Password', { exact: true }).fill(doctor.password)
    await dialog.getByLabel('Authentication Code').fill('000000')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByLabel('Authentication Code')).toHaveAccessibleDescription(
      /This code is incorrect or has already been used/,
    )
    await expectNothingSticksOut(page)
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByLabel('Authentication Code').fill(recoveryCodes[0] ?? '')
    await dialog.getByRole('button', { name: 'Continue' }).click()
  })
  const replaced = await scanAndConfirm(page, 'Replace the second factor', 'Replace')
  await expect(toast(page, 'Second factor replaced')).toBeVisible()

  await test.step('changing the password asks for a code', async () => {
    await page.setViewportSize(WIDE)
    await page.getByRole('button', { name: 'Change Password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current Password').fill(doctor.password)
    await dialog.getByLabel('New Password', { exact: true }).fill('a passphrase of mine')
    await dialog.getByLabel('Confirm New Password').fill('a passphrase of mine')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(dialog.getByLabel('Authentication Code')).toHaveAccessibleDescription(
      /Please enter the code from your authenticator app/,
    )
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByLabel('Authentication Code').fill(codeOf(replaced.secret, 1))
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(toast(page, 'Password changed successfully')).toBeVisible()
    await expect.poll(() => newestMailTo(server, doctor.email)).toContain('password was changed')
  })
})

test('lets an Admin reset the lost second factor of a user by name [SAFE-21, ACCESS-11]', async ({
  page,
  data,
  signIn,
  openBrowser,
  server,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const atWork = await openBrowser(doctor)
  await switchOn(atWork, doctor.password)
  await page.setViewportSize(NARROW)
  await signIn(data.admin)
  await page.goto('/user/users')
  await page.getByRole('button', { name: `More actions for ${doctor.fullName}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reset Second Factor' }).click()
  const dialog = page.getByRole('dialog', { name: `Reset the second factor of ${doctor.fullName}?` })
  await expect(dialog).toContainText(doctor.email)
  await expectNothingSticksOut(page)
  watch.allowHttp(400, '/user/resetSecondFactor/')
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong@123')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(data.admin.password)
  await dialog.getByRole('button', { name: 'Reset Second Factor' }).click()
  await expect(toast(page, 'Second factor reset')).toBeVisible()
  await expect(dialog).toBeHidden()
  const more = page.getByRole('button', { name: `More actions for ${doctor.fullName}`, exact: true })
  await expect(more).toBeFocused()
  const notice = page
    .getByRole('note')
    .filter({ hasText: `${doctor.fullName} signs in with the password alone` })
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await expect(more).toBeFocused()
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Reset Second Factor' })).toHaveCount(0)
  await atWork.reload()
  await expect(atWork).toHaveURL('/')
  await expect
    .poll(() => newestMailTo(server, doctor.email))
    .toContain('factor of your Zelab account was reset')
  await signIn(doctor, atWork)
  await atWork.goto('/user/profile')
  await expect(
    atWork.getByRole('region', { name: 'Second factor' }).getByText('Off', { exact: true }),
  ).toBeVisible()
})

test('lets an Admin change the own email with the password [SAFE-21]', async ({
  page,
  data,
  signIn,
  server,
  watch,
}) => {
  const admin = await data.user('Admin')
  const email = `moved-${admin.email}`
  await page.setViewportSize(NARROW)
  await signIn(admin)
  await page.goto(`/user/users/edit/${admin.id}`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save changes' })
  await expect(dialog).toContainText(`From now on you sign in with ${email}.`)
  watch.allowHttp(400, '/user/update/')
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong@123')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('The current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Changes saved successfully')).toBeVisible()
  await expect(page).toHaveURL('/user/users')
  for (const address of [admin.email, email])
    expect(await newestMailTo(server, address)).toContain('email address of your Zelab account was changed')
  await signIn({ ...admin, email })
})
