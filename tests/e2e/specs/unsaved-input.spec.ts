import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { samplePdf } from '../sample-files.ts'
import type { Credentials } from '../test-data.ts'
import { toast } from '../toasts.ts'

const LANDING = 'Modern Medical Reports Management System'
const BACK_AGAIN = 'Your unsaved input has been restored.'

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' })

/** Simulates expiry: the browser still has the cookie, and the page is unaware. */
const endSession = async (page: Page, origin: string) => {
  const answer = await page.context().request.post(`${origin}/api/v1/auth/logout`, { headers: { origin } })
  expect(answer.ok()).toBe(true)
}

/** The duplicate search of a complete form; otherwise, this call detects the end of the session first. */
const duplicatesSearched = (page: Page) =>
  page.waitForResponse((response) => {
    if (!response.url().endsWith('/patient/findDuplicates')) return false
    const { dob, email } = response.request().postDataJSON() as { dob?: string; email?: string }
    return dob !== undefined && email !== undefined
  })

const logIn = async (page: Page, { email, password }: Credentials) => {
  await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()
  await page.getByRole('button', { name: 'Get Started' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login as User' }).click()
}

test('leaving a page on which something was typed', async ({ page, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  await page.goto('/user/dashboard')
  await page.getByRole('link', { name: 'Onboard new patient' }).click()
  const form = new RegistrationPage(page)
  const question = questionOf(page)

  await test.step('needs no question as long as nothing was [SPEED-05]', async () => {
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page).toHaveURL('/user/contact')
    await page.goBack()
  })

  await test.step('asks first, and Cancel leaves all as it is [SPEED-05]', async () => {
    await form.fill({ fullName: 'Half Typed', phone: '501112233' })
    const link = page.getByRole('link', { name: 'Contact', exact: true })
    await link.press('Enter')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(link).toBeFocused()
    await expect(page).toHaveURL('/user/patients/add')
    await expect(form.fullName).toHaveValue('Half Typed')
  })

  await test.step('asks on the browser’s Back, too [SPEED-05]', async () => {
    await page.goBack()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/user/patients/add')
    await expect(form.fullName).toHaveValue('Half Typed')
  })

  await test.step('asks through the browser before the tab is closed [SPEED-05]', async () => {
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(form.fullName).toHaveValue('Half Typed')
  })

  await test.step('happens on the word of who typed [SPEED-05]', async () => {
    await page.getByRole('button', { name: 'Go Back' }).click()
    await question.getByRole('button', { name: 'Leave Page' }).click()
    await expect(page).toHaveURL('/user/dashboard')
    await page.goForward()
    await expect(form.submit).toBeVisible()
    await expect(form.fullName).toHaveValue('')
  })
})

test('keeps a registration during which the session ends', async ({ page, data, signIn, server, watch }) => {
  watch.allowHttp(401, '/api/v1/')
  const receptionist = await data.user('Receptionist')
  const other = await data.user('Receptionist')
  await signIn(receptionist)
  const form = new RegistrationPage(page)
  await form.open()
  const typed = {
    fullName: 'Nadia Karim',
    phone: '501112233',
    email: 'nadia@mail.test',
    dob: '1990-05-01',
    gender: 'FEMALE',
    line1: '7 Harbour Road',
  } as const
  const searchedFirst = duplicatesSearched(page)
  await form.fill(typed)
  await searchedFirst

  await test.step('leads back to the form with all that was typed [SPEED-06]', async () => {
    await endSession(page, server.url)
    await form.submit.click()
    await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
    )
    expect(stored).not.toMatch(/Nadia|501112233|nadia@mail/)
    const searched = duplicatesSearched(page)
    await logIn(page, receptionist)
    await expect(page).toHaveURL('/user/patients/add')
    await expect(toast(page, BACK_AGAIN)).toBeVisible()
    await searched
    await expect(form.fullName).toHaveValue(typed.fullName)
    await expect(form.phone).toHaveValue(/^\+971 ?50 ?111 ?2233$/)
    await expect(form.dob).toHaveValue('01/05/1990')
    await expect(form.gender).toHaveValue(typed.gender)
    await expect(form.line1).toHaveValue(typed.line1)
  })

  await test.step('shows nothing of it to another user who signs in instead [SPEED-07]', async () => {
    await endSession(page, server.url)
    await form.submit.click()
    await logIn(page, other)
    await expect(page).toHaveURL('/user/patients/add')
    await expect(form.submit).toBeVisible()
    await expect(form.fullName).toHaveValue('')
    await expect(toast(page, BACK_AGAIN)).toBeHidden()
  })

  await test.step('stays away after another user has signed in [SPEED-07]', async () => {
    await endSession(page, server.url)
    await page.getByRole('link', { name: 'View Patients' }).click()
    await logIn(page, receptionist)
    await expect(page).toHaveURL('/user/patients')
    await page.getByRole('link', { name: 'Add Patient' }).click()
    await expect(form.fullName).toHaveValue('')
  })

  await test.step('keeps entries for the same user after a logout in another tab [SPEED-06]', async () => {
    await form.fill({ fullName: 'Typed in two tabs' })
    const second = await page.context().newPage()
    await second.goto('/user/contact')
    await second.getByRole('button', { name: /^User menu/ }).click()
    await second.getByRole('menuitem', { name: 'Logout' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await logIn(page, receptionist)
    await expect(page).toHaveURL('/user/patients/add')
    await expect(form.fullName).toHaveValue('Typed in two tabs')
  })

  await test.step('registers then without a question [SPEED-05, SPEED-06]', async () => {
    await form.fill({ ...typed, fullName: 'Nadia Karim' })
    await form.submit.click()
    await expect(page).toHaveURL('/user/patients')
    await expect(page.getByText('Nadia Karim').first()).toBeVisible()
  })
})

test('keeps what was typed when the session ends while publishing or editing', async ({
  page,
  data,
  signIn,
  server,
  watch,
}) => {
  watch.allowHttp(401, '/api/v1/')
  watch.allowHttp(409, '/api/v1/')
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const type = await data.reportType(doctor)
  await signIn(doctor)

  await test.step('restores the uploaded file, which is published [SPEED-06]', async () => {
    const form = new PublishPage(page)
    await form.open(patient.id)
    await form.upload(samplePdf())
    await form.title.fill('Blood count')
    await form.chooseType(type)
    await endSession(page, server.url)
    await form.submit.click()
    // No earlier request reaches the server.
    await form.confirm.click()
    await logIn(page, doctor)
    await expect(form.fileCard).toContainText('blood-count.pdf')
    await expect(form.title).toHaveValue('Blood count')
    await form.submit.click()
    await form.confirm.click()
    await expect(page).toHaveURL('/user/reports')
    await expect(page.getByRole('row', { name: /Blood count/ })).toBeVisible()
  })

  await test.step('overwrites no record unseen that another user changed in the meantime [SPEED-08]', async () => {
    await page.goto(`/user/patients/edit/${patient.id}`)
    const city = page.getByRole('textbox', { name: 'City', exact: true })
    await city.fill('Fujairah')
    await endSession(page, server.url)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: LANDING })).toBeVisible()
    const api = await data.as(await data.user('Doctor', doctor.lab ?? undefined))
    await api.call(contract.patients.update, {
      params: { id: String(patient.id) },
      body: {
        fullName: patient.fullName,
        phone: patient.phone.number,
        email: patient.email ?? undefined,
        dob: patient.dateOfBirth,
        gender: 'FEMALE',
        address: { line1: '1 Quay', city: 'Ajman' },
        updatedAt: patient.updatedAt,
      },
    })
    await logIn(page, doctor)
    await expect(city).toHaveValue('Fujairah')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Another user changed this record' }),
    ).toContainText('Ajman')
    await expect(city).toHaveValue('Fujairah')
  })
})
