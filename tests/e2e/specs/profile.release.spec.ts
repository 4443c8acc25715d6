import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { withDatabase } from '../product-database.ts'
import { toast } from '../toasts.ts'

const detail = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Account details' })
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')

test('shows the profile of a Doctor', async ({ page, data, signIn, server, openBrowser, watch }) => {
  const doctor = await data.user('Doctor', undefined, 'Layla Al Mansoori')
  await withDatabase(server, (database) =>
    database.execute(
      `update users set created_at = '2026-03-05T21:30:00Z', phone = '+971501112233' where id = $1`,
      [doctor.id],
    ),
  )
  await signIn(doctor)
  await page.goto('/user/profile')
  const account = page.getByRole('region', { name: 'Account', exact: true })

  await test.step('shows who it is [PROFILE-01, PROFILE-02, PROFILE-03]', async () => {
    await expect(account.getByText('LAM', { exact: true })).toBeVisible()
    await expect(account.getByText('Layla Al Mansoori', { exact: true })).toBeVisible()
    await expect(account.getByText('Doctor', { exact: true })).toBeVisible()
  })

  await test.step('shows the account’s details [PROFILE-04, PROFILE-05, PROFILE-06, PROFILE-07, PROFILE-09]', async () => {
    await expect(detail(page, 'Email Address')).toHaveText(doctor.email)
    await expect(detail(page, 'Phone Number')).toHaveText('+971501112233')
    await expect(detail(page, 'Location')).toHaveText(doctor.lab?.name ?? '?')
    await expect(detail(page, 'User Type')).toHaveText('Doctor')
    await expect(detail(page, 'Status')).toHaveText('Active')
  })

  await test.step('shows the long date, in the reader’s zone [PROFILE-08, SHELL-55]', async () => {
    await expect(detail(page, 'Member Since')).toHaveText('March 6, 2026')
  })

  await test.step('shows another user their own [PROFILE-10]', async () => {
    const technician = await data.user('Technician', doctor.lab ?? undefined)
    const other = await openBrowser(technician)
    await other.goto('/user/profile')
    await expect(detail(other, 'Email Address')).toHaveText(technician.email)
    await expect(detail(other, 'User Type')).toHaveText('Technician')
    await expect(other.getByText(doctor.fullName)).toHaveCount(0)
    await expect(other.getByText(doctor.email)).toHaveCount(0)
  })

  await test.step('changes the password with the present one', async () => {
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await page.getByRole('button', { name: 'Change Password' }).click()
    await dialog.getByLabel('Current Password').fill('Wrong@1234')
    await dialog.getByLabel('New Password', { exact: true }).fill('a longer passphrase')
    await dialog.getByLabel('Confirm New Password').fill('something else')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(dialog.getByText("Passwords don't match")).toBeVisible()
    await dialog.getByLabel('Confirm New Password').fill('a longer passphrase')
    watch.allowHttp(400, '/auth/password')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(dialog.getByText('The current password is incorrect')).toBeVisible()
    await expect(dialog.getByLabel('New Password', { exact: true })).toHaveValue('a longer passphrase')
    await dialog.getByLabel('Current Password').fill(doctor.password)
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(toast(page, 'Password changed successfully')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})

test('shows no location to the Admin [PROFILE-06, SHELL-04]', async ({ page, data, signIn }) => {
  await signIn(data.admin)
  await page.goto('/user/profile')
  await expect(detail(page, 'User Type')).toHaveText('Admin')
  await expect(detail(page, 'Location')).toHaveText('N/A')
})
