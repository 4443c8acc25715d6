import { contract, FALLBACK, PRODUCT_NAME, REFUSAL } from '@zelab/contract'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { signInByForm } from '../sign-in.ts'
import { toast, toasts } from '../toasts.ts'

const STAFF = ['Admin', 'Doctor', 'Technician', 'Receptionist']

const openLogin = async (page: Page, role: string) => {
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(`^${role}\\b`) }).click()
  const dialog = page.getByRole('dialog', { name: `${role} Login` })
  return {
    dialog,
    email: dialog.getByLabel('Email'),
    password: dialog.getByLabel('Password', { exact: true }),
    submit: dialog.getByRole('button', { name: `Login as ${role}` }),
  }
}

const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem('userData'))

test('shows the login dialog', async ({ page }) => {
  await page.goto('/')
  for (const role of STAFF)
    await test.step(`carries the role ${role} in title and button [LOGIN-01, LOGIN-09]`, async () => {
      await page.getByRole('button', { name: new RegExp(`^${role}\\b`) }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('heading', { name: `${role} Login`, exact: true })).toBeVisible()
      await expect(dialog.getByRole('button', { name: `Login as ${role}`, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

  await page.getByRole('button', { name: 'Get Started' }).click()
  const dialog = page.getByRole('dialog')
  await test.step('names no role of the staff after Get Started [LOGIN-02]', async () => {
    await expect(dialog.getByRole('heading', { name: 'User Login', exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Login as User', exact: true })).toBeVisible()
  })

  const email = dialog.getByLabel('Email', { exact: true })
  const password = dialog.getByLabel('Password', { exact: true })
  await test.step('asks for Email, of type email, and Password [LOGIN-03, LOGIN-04, LOGIN-12]', async () => {
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toBeFocused()
    await expect(password).toBeVisible()
  })

  await test.step('keeps the letters that are typed while it opens [SPEED-38]', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Get Started' }).press('Enter')
    await page.keyboard.type('doctor@lab.test')
    await expect(email).toHaveValue('doctor@lab.test')
    await email.clear()
  })

  await test.step('shows and masks the password [LOGIN-05, LOGIN-06]', async () => {
    await expect(password).toHaveAttribute('type', 'password')
    await dialog.getByRole('button', { name: 'Show password' }).press('Enter')
    await expect(password).toHaveAttribute('type', 'text')
    await dialog.getByRole('button', { name: 'Hide password' }).press('Enter')
    await expect(password).toHaveAttribute('type', 'password')
  })

  await test.step('links to the forgotten password [LOGIN-07, LOGIN-08]', async () => {
    const link = dialog.getByRole('link', { name: /Forgot password/ })
    await expect(link).toHaveAttribute('href', '/forgot-password')
    await link.click()
    await expect(page).toHaveURL('/forgot-password')
  })
})

test('checks nothing but the browser’s own rule for an email', async ({ page, calls, watch }) => {
  watch.allowHttp(401, contract.auth.login.path)
  const sent = calls.seen(contract.auth.login)
  const { email, password, submit } = await openLogin(page, 'Doctor')

  await test.step('empty fields are sent and refused by the server [LOGIN-14, LOGIN-15]', async () => {
    await submit.click()
    await expect(toast(page, REFUSAL.WRONG_CREDENTIALS)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.postDataJSON()).toEqual({ email: '', password: '' })
    await expect(page).toHaveURL('/')
    expect(await storedUser(page)).toBeNull()
    // The toast is all: the fields are neither marked nor described.
    await expect(
      page.getByRole('dialog').locator('[aria-invalid="true"], .mantine-InputWrapper-error'),
    ).toHaveCount(0)
  })

  await test.step('"abc" is rejected as email by the browser [LOGIN-12]', async () => {
    await email.fill('abc')
    await submit.click()
    expect(await email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
    expect(sent).toHaveLength(1)
  })

  await test.step('sends a password of one letter to the server like any other [LOGIN-13]', async () => {
    await email.fill('unknown@zelab.test')
    await password.fill('x')
    await password.press('Enter')
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]?.postDataJSON()).toEqual({ email: 'unknown@zelab.test', password: 'x' })
  })
})

test('signing in', async ({ page, calls, data }) => {
  const doctor = await data.user('Doctor')
  const sent = calls.seen(contract.auth.login)
  const release = await calls.hold(contract.auth.login)
  const { dialog, email, password, submit } = await openLogin(page, 'Doctor')
  await email.fill(doctor.email)
  await password.fill(doctor.password)
  await password.press('Enter')

  await test.step('shows a spinner while pending and sends nothing twice [LOGIN-10, LOGIN-11]', async () => {
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    await expect(submit.locator('.mantine-Loader-root')).toBeVisible()
    await password.press('Enter')
    await submit.click({ force: true })
    expect(sent).toHaveLength(1)
  })

  await test.step('shows the pending state first, then a success [LOGIN-16, LOGIN-18, LOGIN-21]', async () => {
    await expect(toasts(page)).toHaveCount(0)
    await expect(page).toHaveURL('/')
    release()
    await expect(toast(page, 'Login successful')).toBeVisible()
    await expect(page).toHaveURL('/user/dashboard')
    await expect(dialog).toBeHidden()
    expect(sent).toHaveLength(1)
  })

  await test.step('keeps the user that the server named, and no token [LOGIN-17, STORE-01]', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: /^Doctor/ })).toBeVisible()
    const stored = JSON.parse((await storedUser(page)) ?? 'null')
    expect(stored).toMatchObject({ fullName: doctor.fullName, email: doctor.email, lab: doctor.lab })
    expect(Object.keys(stored).sort()).toEqual(
      ['avatar', 'createdAt', 'email', 'fullName', 'id', 'lab', 'phone', 'userType'].sort(),
    )
  })
})

test('explains a failed login', async ({ page, calls, data, watch }) => {
  watch.allowHttp(401, contract.auth.login.path)
  const doctor = await data.user('Doctor')
  const { dialog, email, password, submit } = await openLogin(page, 'Doctor')
  await email.fill(doctor.email)
  await password.fill(`${doctor.password}x`)

  await test.step('shows the pending state, then the server’s message [LOGIN-19, LOGIN-21, ERR-02]', async () => {
    const release = await calls.hold(contract.auth.login)
    await submit.click()
    await expect(submit).toBeDisabled()
    release()
    await expect(toast(page, REFUSAL.WRONG_CREDENTIALS)).toBeVisible()
    await expect(submit).toBeEnabled()
  })

  await test.step('explains itself at the field too, ready for the next try [ENTER-01]', async () => {
    await expect(password).toHaveAccessibleDescription(REFUSAL.WRONG_CREDENTIALS)
    await expect(password).toBeFocused()
    await expect(password).toHaveValue(`${doctor.password}x`)
  })

  await test.step('leaves the visitor where they are, signed out [LOGIN-20]', async () => {
    await expect(page).toHaveURL('/')
    await expect(dialog).toBeVisible()
    await expect(email).toHaveValue(doctor.email)
    expect(await storedUser(page)).toBeNull()
    await page.goto('/user/dashboard')
    await expect(page).toHaveURL('/')
  })

  await test.step('shows the message of the server [ERR-01, ERR-02]', async () => {
    await calls.restore()
    await calls.refuse(contract.auth.login, 503, 'The laboratory is closed for an hour')
    const again = await openLogin(page, 'Doctor')
    await again.submit.click()
    await expect(toast(page, 'The laboratory is closed for an hour')).toBeVisible()
  })

  await test.step('shows a readable message even when nothing answers [ERR-01]', async () => {
    await calls.restore()
    await calls.cut(contract.auth.login)
    await submit.click()
    await expect(toast(page, FALLBACK.connection)).toBeVisible()
  })
})

test('shows earlier failed attempts with a login [LOGIN-16]', async ({ page, data, watch }) => {
  watch.allowHttp(401, contract.auth.login.path)
  const doctor = await data.user('Doctor')
  const { email, password, submit } = await openLogin(page, 'Doctor')
  await email.fill(doctor.email)
  for (let count = 1; count <= 3; count++) {
    await password.fill(`${doctor.password}${count}`)
    await submit.click()
    await expect(password).toBeFocused()
    await expect(toast(page, REFUSAL.WRONG_CREDENTIALS)).toHaveCount(1)
  }
  await password.fill(doctor.password)
  await submit.click()
  await expect(toast(page, 'Login successful')).toBeVisible()
  await expect(toasts(page)).toHaveCount(1)
})

test('keeps the user’s role with any role card [LOGIN-22]', async ({ page, data }) => {
  const receptionist = await data.user('Receptionist')
  await signInByForm(page, 'Admin', receptionist)
  await expect(page.getByRole('banner').getByRole('link', { name: /^Receptionist/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'View Patients',
    'Add Patient',
    'View Reports',
    'Deliveries',
  ])
})

test('shows no staff screen to a patient’s account [LOGIN-23]', async ({ page, data, watch }) => {
  watch.allowHttp(403, contract.auth.login.path)
  const account = await data.patientAccount()
  const { email, password, submit } = await openLogin(page, 'Doctor')
  await email.fill(account.email)
  await password.fill(account.password)
  await submit.click()
  await expect(toast(page, REFUSAL.PATIENT_ACCOUNT)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/user/dashboard')
  await expect(page).toHaveURL('/')
})

test('opens the login at /login', async ({ page, data, signIn }) => {
  await test.step('opens the dialog, with the name of the installation [ENTER-02, ENTER-05]', async () => {
    await page.goto('/login')
    const dialog = page.getByRole('dialog', { name: 'User Login' })
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await expect(dialog.getByText(PRODUCT_NAME, { exact: true })).toBeVisible()
  })
  await test.step('leads signed-in users to the dashboard [ENTER-02]', async () => {
    await signIn(await data.user('Receptionist'))
    await page.goto('/login')
    await expect(page).toHaveURL('/user/dashboard')
  })
})

test('asks for a login at an address that needs a session', async ({ page, data }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const address = `/user/patients/view/${patient.id}`
  const reason = page.getByText('You are signed out. Sign in to return to the page you opened.')

  await test.step('leads to the landing page, which says why [ENTER-03]', async () => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
    await expect(reason).toBeHidden()
    await page.goto(address)
    await expect(page).toHaveURL('/')
    await expect(reason).toBeVisible()
    await expectAccessibleInBothSchemes(page, page.getByRole('status').filter({ has: reason }))
  })
  await test.step('opens the address after signing in [ENTER-03]', async () => {
    await page.getByRole('button', { name: 'Sign in to continue' }).click()
    const dialog = page.getByRole('dialog', { name: 'User Login' })
    await dialog.getByLabel('Email').fill(doctor.email)
    await dialog.getByLabel('Password', { exact: true }).fill(doctor.password)
    await dialog.getByRole('button', { name: 'Login as User' }).click()
    await expect(page).toHaveURL(address)
  })
})
