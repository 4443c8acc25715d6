import type { Page } from '@playwright/test'
import { contract, REFUSAL } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { toast } from '../toasts.ts'

const LANDING = 'Modern Medical Reports Management System'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const FORGED = { id: 1, fullName: 'Forged Admin', userType: { id: 1, name: 'Admin' }, lab: null }

const forgeUser = (page: Page) =>
  page.evaluate((user) => localStorage.setItem('userData', JSON.stringify(user)), FORGED)

const logIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByRole('button', { name: 'Get Started' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login as User' }).click()
}

test('restores the session after a reload', async ({ page, calls, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const reportType = await data.reportType(doctor)
  await signIn(doctor)
  const restored = calls.seen(contract.auth.restoreSession)
  const lookups = [calls.seen(contract.reportTypes.list), calls.seen(contract.labs.list)]
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  const release = await calls.hold(contract.auth.restoreSession)
  await page.goto('/user/reports')

  await test.step('shows a full-screen spinner until the answer is there [GUARD-05, GUARD-36]', async () => {
    const spinner = page.getByTestId('full-screen-spinner')
    await expect(spinner).toBeVisible()
    expect(await spinner.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 })
    await expect(page.getByRole('heading')).toHaveCount(0)
    // The flag must persist: wait for a possible change.
    await page.waitForTimeout(300)
    await expect(spinner).toBeVisible()
    expect(lookups.flat()).toHaveLength(0)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Medical Reports' })).toBeVisible()
    await expect(spinner).toHaveCount(0)
  })

  await test.step('takes no detour over the landing page [GUARD-06]', async () => {
    await expect(page).toHaveURL('/user/reports')
    expect(new Set(visited)).toEqual(new Set(['/user/reports']))
  })

  await test.step('keeps the user [GUARD-37, STORE-01]', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: /^Doctor/ })).toBeVisible()
    expect(JSON.parse((await stored(page, 'userData')) ?? 'null')).toMatchObject({ email: doctor.email })
  })

  await test.step('takes one call, the lookups after it [GUARD-35, API-AUTH-06, CACHE-05, CACHE-09]', async () => {
    await expect.poll(() => lookups.map((requests) => requests.length)).toEqual([1, 1])
    await page.getByRole('link', { name: 'View Patients' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Patient Dashboard' })).toBeVisible()
    expect(restored).toHaveLength(1)
    expect(lookups.map((requests) => requests.length)).toEqual([1, 1])
  })

  await test.step('copies the report types into shared state [CACHE-04, CACHE-06]', async () => {
    const types = JSON.parse((await stored(page, 'report-types')) ?? '[]')
    expect(types[0]).toEqual({ id: 0, title: 'All' })
    expect(types).toContainEqual(expect.objectContaining({ id: reportType.id, title: reportType.title }))
  })
})

test('sends the credentials with every call [API-AUTH-15]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await signIn(doctor)
  const requests: { method: string; url: string; cookie: Promise<string | undefined> }[] = []
  // A canceled request may lack the headers that the browser adds.
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/api/v1/')) return
    const cookie = request.allHeaders().then((headers) => headers.cookie)
    requests.push({ method: request.method(), url: request.url(), cookie })
  })
  await page.goto('/user/dashboard')
  for (const [link, heading] of [
    ['View Patients', 'Patient Dashboard'],
    ['View Reports', 'Medical Reports'],
    ['Contact', 'Contact'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  }
  await page.goto(`/user/patients/view/${patient.id}`)
  await expect(page.getByText(patient.fullName).first()).toBeVisible()
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password', { exact: true }).fill(doctor.password)
  await dialog.getByLabel('New Password', { exact: true }).fill('my new passphrase')
  await dialog.getByLabel('Confirm New Password', { exact: true }).fill('my new passphrase')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(dialog).toBeHidden()

  expect(requests.length).toBeGreaterThan(10)
  expect(new Set(requests.map(({ method }) => method)).size, 'reads and writes').toBeGreaterThan(1)
  for (const { url, cookie } of requests) expect(await cookie, url).toMatch(/(^|; )session=\S+/)
})

test('leaves no user signed in after a failed restore', async ({ page, calls, watch }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()

  await test.step('ignores a forged user in the browser’s storage [GUARD-38, GUARD-39, ERR-04]', async () => {
    await forgeUser(page)
    await page.goto('/user/users')
    await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'userData')).toBeNull()
    expect(await stored(page, 'report-types')).toBeNull()
  })

  for (const [how, fail] of [
    ['an error of the server', () => calls.refuse(contract.auth.restoreSession, 500, 'Out of order')],
    ['a network that is gone', () => calls.cut(contract.auth.restoreSession)],
  ] as const)
    await test.step(`${how} does the same [GUARD-38, GUARD-39, ERR-04, STORE-02]`, async () => {
      await forgeUser(page)
      await fail()
      await page.goto('/user/patients')
      await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()
      await expect(page).toHaveURL('/')
      expect(await stored(page, 'userData')).toBeNull()
      await calls.restore()
    })

  await test.step('navigates no further on "/" [GUARD-40]', async () => {
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    const release = await calls.hold(contract.auth.restoreSession)
    await page.goto('/')
    const entries = await page.evaluate(() => history.length)
    release()
    await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()
    await page.waitForTimeout(300)
    expect(visited).toHaveLength(1)
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await calls.restore()
  })

  await test.step('public pages stay where they are [GUARD-39, RESET-19]', async () => {
    watch.allowHttp(401, contract.auth.restoreSession.path)
    const restored = calls.seen(contract.auth.restoreSession)
    await page.goto('/reset-password?token=abc&email=someone%40zelab.test')
    await expect(page.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible()
    await expect(page).toHaveURL(/\/reset-password/)
    expect(restored).toHaveLength(1)
  })
})

test('keeps where a visitor wanted to go over the login', async ({ page, data, openBrowser }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)

  await test.step('stays out of the address bar [GUARD-02]', async () => {
    await page.goto(`/user/patients?search=${patient.emrId}`)
    await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()
    expect(new URL(page.url()).href).toMatch(/^[^?#]+\/$/)
    await logIn(page, doctor)
    await expect(page).toHaveURL(`/user/patients?search=${patient.emrId}`)
    await expect(page.getByText(patient.fullName).first()).toBeVisible()
  })

  await test.step('ends with a logout: the next person starts at the dashboard [LOGIN-18]', async () => {
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await logIn(page, await data.user('Receptionist'))
    await expect(page).toHaveURL('/user/dashboard')
  })

  await test.step('leads to the dashboard after a plain login [LOGIN-18]', async () => {
    const other = await openBrowser()
    await other.goto('/')
    await logIn(other, doctor)
    await expect(other).toHaveURL('/user/dashboard')
  })
})

test('handles a session that ends in the middle of work', async ({ page, data, signIn, server, watch }) => {
  watch.allowHttp(401, '/api/v1/')
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await signIn(doctor)
  await page.goto('/user/dashboard')
  await expect(page.getByText(patient.fullName)).toBeVisible()
  // A refused dashboard call would redirect to the dashboard.
  await page.waitForLoadState('networkidle')
  await page.context().request.post(`${server.url}/api/v1/auth/logout`, { headers: { origin: server.url } })

  await test.step('removes the data, and shows the reason once [STORE-02, ERR-01]', async () => {
    // By keyboard: hovering the link would prefetch the list and be refused before the click.
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(toast(page, REFUSAL.SIGN_IN_REQUIRED)).toHaveCount(1)
    await expect(page).toHaveURL('/')
    await expect(page.getByText(patient.fullName)).toHaveCount(0)
    expect(await stored(page, 'userData')).toBeNull()
    expect(await stored(page, 'report-types')).toBeNull()
  })

  await test.step('leads back after the next login [GUARD-02]', async () => {
    await logIn(page, doctor)
    await expect(page).toHaveURL('/user/patients')
    await expect(page.getByText(patient.fullName).first()).toBeVisible()
  })
})
