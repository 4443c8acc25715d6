import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keyboard.ts'
import { newestMailTo } from '../outbox.ts'
import { withDatabase } from '../product-database.ts'
import { toast, toasts } from '../toasts.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('shows the users list', async ({ page, calls, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const technician = await data.user('Technician', doctor.lab ?? undefined)
  await withDatabase(server, (database) =>
    database.execute(`update users set phone = '+971509998877' where id = $1`, [doctor.id]),
  )
  const { data: users } = await (await data.as(data.admin)).call(contract.users.list, {})
  await signIn(data.admin)
  await page.goto('/user/contact')
  await page.getByRole('link', { name: 'All Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users', exact: true })).toBeVisible()

  await test.step('counts all users [USERLIST-02]', async () => {
    await expect(page.getByText(`Total Users: ${users.length}`, { exact: true })).toBeVisible()
  })

  const row = rowOf(page, doctor.email)
  const cell = (header: string) =>
    page
      .getByRole('columnheader')
      .allTextContents()
      .then((headers) => row.locator('td').nth(headers.indexOf(header)))
  await test.step('shows who it is [USERLIST-04], how to reach them [USERLIST-05]', async () => {
    await expect(await cell('User Details')).toContainText(doctor.fullName)
    await expect(await cell('Contact Information')).toContainText(doctor.email)
    await expect(await cell('Contact Information')).toContainText('+971509998877')
  })

  await test.step('shows the role [USERLIST-06], the lab [USERLIST-07], the date [USERLIST-09, SHELL-55]', async () => {
    await expect(await cell('Role')).toHaveText('Doctor')
    await expect(await cell('Lab Details')).toHaveText(doctor.lab?.name ?? '?')
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dubai' })
    await expect(await cell('Joined Date')).toHaveText(today.format(new Date()))
  })

  await test.step('shows N/A for the lab of an Admin [USERLIST-08]', async () => {
    await page.getByLabel('Search users...').fill(data.admin.email)
    await expect(page.getByRole('row')).toHaveCount(2)
    const admin = rowOf(page, data.admin.email)
    await expect(admin.getByRole('cell', { name: 'N/A', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(row).toBeVisible()
  })

  const question = page.getByRole('dialog', { name: `Reset the password of ${doctor.fullName}?` })
  await test.step('asks for confirmation before it resets a password, with name and email [SAFE-09]', async () => {
    const sent = calls.seen(contract.auth.forgotPassword)
    await row.getByRole('button', { name: 'Reset Password' }).click()
    await expect(question).toContainText(doctor.email)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    expect(sent).toHaveLength(0)
  })

  await test.step('offers Reset Password in every row, which mails a link [USERLIST-10, USERLIST-11]', async () => {
    const rows = await page.getByRole('row').count()
    await expect(page.getByRole('button', { name: 'Reset Password' })).toHaveCount(rows - 1)
    const sent = calls.seen(contract.auth.forgotPassword)
    const release = await calls.hold(contract.auth.forgotPassword)
    await row.getByRole('button', { name: 'Reset Password' }).click()
    await question.getByRole('button', { name: 'Send Link' }).click()
    await expect(row.getByRole('button', { name: 'Sending Link...' })).toBeDisabled()
    await expect(rowOf(page, technician.email).getByRole('button', { name: 'Reset Password' })).toBeEnabled()
    release()
    await expect(toast(page, 'Password reset link sent successfully')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Reset Password' })).toBeFocused()
    expect(sent[0]?.postDataJSON()).toEqual({ email: doctor.email })
    expect(await newestMailTo(server, doctor.email)).toContain('/reset-password?token=')
  })

  await test.step('keeps what the user must be told until it is dismissed [ACCESS-11]', async () => {
    const notice = page
      .getByRole('note')
      .filter({ hasText: `The reset link for ${doctor.fullName} was sent` })
    await expect(toasts(page)).toHaveCount(0)
    await expect(notice).toContainText(doctor.email)
    await tabTo(page, notice.getByRole('button', { name: 'Dismiss' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(notice).toHaveCount(0)
    await expect(page.getByLabel('Search users...')).toBeFocused()
  })

  await test.step('shows the message when that fails [ERR-01]', async () => {
    await calls.refuse(contract.auth.forgotPassword, 503, 'The post is late')
    await row.getByRole('button', { name: 'Reset Password' }).click()
    await question.getByRole('button', { name: 'Send Link' }).click()
    await expect(toast(page, 'The post is late')).toBeVisible()
    await calls.restore()
  })

  await test.step('shows when nothing is found [USERLIST-14]', async () => {
    await page.getByLabel('Search users...').fill('no one has this name')
    await expect(page.getByText('No data found', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
  })

  await test.step('leads to a new user [USERLIST-03] and back [USERLIST-01]', async () => {
    const add = page.getByRole('main').getByRole('link', { name: 'Add User' })
    await expect(add).toHaveAttribute('href', '/user/users/add')
    await page.reload()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/user/contact')
    // A tab without an earlier page of the application.
    const tab = await page.context().newPage()
    await tab.goto('/user/users')
    await tab.getByRole('button', { name: 'Go Back' }).click()
    await expect(tab).toHaveURL('/user/dashboard')
    await tab.close()
  })
})

test('shows the users list on a small screen', async ({ page, calls, data, signIn }) => {
  const doctor = await data.user('Doctor')
  await signIn(data.admin)
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/user/users')
  const card = page.getByRole('article', { name: doctor.fullName })

  await test.step('shows cards with the same facts [USERLIST-12]', async () => {
    await expect(card).toContainText(doctor.email)
    await expect(card).toContainText('Doctor')
    await expect(card).toContainText(doctor.lab?.name ?? '?')
    await expect(page.getByRole('table')).toHaveCount(0)
  })

  await test.step('offers no resetting of passwords [USERLIST-13]', async () => {
    await expect(page.getByRole('button', { name: 'Reset Password' })).toHaveCount(0)
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reset Password' }).first()).toBeVisible()
  })

  await test.step('shows an empty state [USERLIST-14]', async () => {
    await calls.answer(contract.users.list, { success: true, message: '', data: [] })
    await page.reload()
    await expect(page.getByText('No data found', { exact: true })).toBeVisible()
    await expect(page.getByText('Total Users: 0')).toBeVisible()
  })
})
