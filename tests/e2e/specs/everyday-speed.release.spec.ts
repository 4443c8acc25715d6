import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { withDatabase } from '../product-database.ts'
import { ATTEMPT_MS } from '../../../test-limits.ts'

const NEW = {
  fullName: 'Nadia Karim',
  phone: '501119933',
  email: 'nadia@mail.test',
  dob: '1990-05-01',
  gender: 'FEMALE',
} as const

test('registering and publishing in one go', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  await data.patient(doctor, { fullName: 'Samira Known', phone: '+971501119933' })
  await signIn(doctor)
  const form = new RegistrationPage(page)
  await form.open()
  const both = page.getByRole('button', { name: 'Register & Publish Report' })
  const sent = calls.seen(contract.patients.register)

  await test.step('asks about a known number, as without the shortcut [SPEED-09]', async () => {
    await form.fill(NEW)
    await both.click()
    await expect(form.duplicateQuestion()).toContainText('Samira Known')
    await page.keyboard.press('Escape')
    await expect(form.duplicateQuestion()).toBeHidden()
    expect(sent).toHaveLength(0)
  })

  await test.step('leads to the new patient’s first report, without a question [SPEED-09]', async () => {
    await both.click()
    await form.confirmDifferentPerson()
    await expect(page).toHaveURL(/\/user\/patient\/\d+\/report\/publish$/)
    const publish = new PublishPage(page)
    await expect(publish.patient).toContainText('Nadia Karim')
    await expect(publish.reportType).toBeFocused()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers()['idempotency-key']).toBeTruthy()
  })

  await test.step('Enter still only registers [SPEED-09, SPEED-10]', async () => {
    await form.open()
    await expect(form.fullName).toBeFocused()
    await form.fill({ ...NEW, fullName: 'Yusuf Rahman', email: 'yusuf@mail.test', phone: '501119944' })
    await form.email.press('Enter')
    await expect(page).toHaveURL('/user/patients')
  })
})

test('users who may not publish see no publishing [SPEED-09]', async ({ page, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  const form = new RegistrationPage(page)
  await form.open()
  await expect(form.submit).toBeVisible()
  await expect(page.getByRole('button', { name: /Publish/ })).toHaveCount(0)
})

const withoutClipboard = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))

test('copying an id or a phone number', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { phone: '+971502223344' })
  const report = await data.report(doctor, patient)
  await signIn(doctor)
  // As on a laboratory's own network, without HTTPS.
  await withoutClipboard(page)

  for (const path of [`/user/patients/view/${patient.id}`, `/user/reports/view/${report.id}`])
    await test.step(`copies on ${path}, and announces it [SPEED-11]`, async () => {
      await page.goto(path)
      for (const [name, text] of [
        ['Copy ZL id', `ZL-${patient.id}`],
        ['Copy phone number', '+971502223344'],
      ] as const) {
        const button = page.getByRole('button', { name, exact: true }).first()
        await button.press('Enter')
        await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
        await expect(button).toBeFocused()
        const size = await button.boundingBox()
        expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
        await page.keyboard.press('Control+k')
        const field = page.getByRole('dialog').getByRole('combobox')
        await expect(field).toBeFocused()
        await page.keyboard.press('Control+v')
        await expect(field).toHaveValue(text)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(0)
      }
    })
})

test('relative times', async ({ page, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  const createdAt = new Date(Date.parse(report.createdAt) - 5 * 60_000).toISOString()
  await withDatabase(server, (database) =>
    database.execute('update reports set created_at = $2 where id = $1', [report.id, createdAt]),
  )
  await signIn(doctor)
  await page.clock.install()
  await page.goto('/user/dashboard')
  const time = page.getByRole('group', { name: 'Recent reports' }).locator('time')

  await test.step('show the exact one to the pointer, and are no tab stops [SPEED-12, A11Y-17]', async () => {
    await expect(time).toHaveText('5 minutes ago')
    await expect(time).toHaveAttribute('datetime', createdAt)
    const exact = page.getByRole('tooltip', { name: /, 2\d\d\d at \d+:\d\d\s[AP]M$/ })
    await time.hover()
    await page.clock.runFor(1000)
    await expect(exact).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    await expect(exact).toBeHidden()
    await expect(time).not.toHaveAttribute('tabindex')
  })

  await test.step('go on by themselves [SPEED-12]', async () => {
    // Each answer of the server sets the clock that the times follow.
    await expect(async () => {
      await page.clock.runFor(60_000)
      await expect(time).toHaveText('6 minutes ago', { timeout: ATTEMPT_MS })
    }).toPass()
  })
})

test('compact tables', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  await data.report(doctor, await data.patient(doctor))
  await signIn(doctor)
  await page.goto('/user/reports')
  const row = page.getByRole('row').nth(1)
  await expect(row.getByRole('link').first()).toBeVisible()
  const heightOf = async () => (await row.boundingBox())?.height ?? 0
  const comfortable = await heightOf()
  const menu = page.getByRole('button', { name: 'Table view' })
  const toggle = page.getByRole('menuitemcheckbox', { name: 'Compact rows' })

  await test.step('follow a choice that this device keeps [SPEED-13]', async () => {
    await menu.click()
    await expect(toggle).not.toBeChecked()
    await toggle.click()
    await expect(toggle).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await expect.poll(heightOf).toBeLessThan(comfortable)
    await page.reload()
    await menu.click()
    await expect(toggle).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(row.getByRole('link').first()).toBeVisible()
    expect(await heightOf()).toBeLessThan(comfortable)
  })

  await test.step('leave everything large enough to be hit [SPEED-13]', async () => {
    for (const path of ['/user/reports', '/user/patients']) {
      await page.goto(path)
      await expect(row.getByRole('link').first()).toBeVisible()
      expect(await heightOf()).toBeGreaterThanOrEqual(32)
      for (const control of await row.locator('td:last-child').locator('a, button').all()) {
        const size = await control.boundingBox()
        expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
      }
      await expectNoAxeViolations(page, 'table')
    }
  })

  await test.step('return to comfortable ones by choice [SPEED-13]', async () => {
    await menu.click()
    await toggle.click()
    await page.goto('/user/reports')
    await expect(row.getByRole('link').first()).toBeVisible()
    await expect.poll(heightOf).toBe(comfortable)
    expect(await page.evaluate(() => localStorage.getItem('zelab-tables'))).toBeNull()
  })
})

test('focus is in the first field to fill in [SPEED-10]', async ({
  page,
  data,
  signIn,
  server,
  openBrowser,
  watch,
}) => {
  watch.allowHttp(400, '/api/v1/auth/second-factor/confirm')
  const other = await openBrowser()
  await other.goto('/forgot-password')
  await expect(other.getByLabel('Email')).toBeFocused()
  await other.goto('/reset-password?token=abc&email=a%40b.test')
  await expect(other.getByLabel('New Password')).toBeFocused()

  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await signIn(server.admin)
  for (const [path, name] of [
    ['/user/users/add', 'Full Name'],
    [`/user/users/edit/${doctor.id}`, 'Full Name'],
    [`/user/patients/edit/${patient.id}`, 'Full Name'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused()
  }
  await page.goto(`/user/patients/merge/${patient.id}`)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Set Up' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(server.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Authentication Code')).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Authentication Code')).toHaveAttribute('aria-invalid', 'true')
})
