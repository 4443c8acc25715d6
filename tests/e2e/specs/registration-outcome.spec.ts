import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectWholeButtonOnPhone, LONGEST_NAME } from '../overflow.ts'
import { PatientsPage } from '../pages/patients-page.ts'
import { RegistrationPage, type RegistrationEntries } from '../pages/registration-page.ts'
import { toast, toasts } from '../toasts.ts'

const ENTRIES = {
  fullName: 'Nadia Karim',
  emrId: 'EMR-31',
  phone: '+971501112233',
  email: 'nadia@mail.test',
  dob: '1990-05-01',
  gender: 'FEMALE',
  line1: '9 Corniche Road',
  city: 'Abu Dhabi',
} as const satisfies RegistrationEntries

const followLink = (page: Page, name: string) =>
  page.getByTestId('sidebar').getByRole('link', { name, exact: true }).click()

const figure = (page: Page, title: string) => new PatientsPage(page).figure(title)

test('registering a patient', async ({ page, calls, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  await signIn(receptionist)
  const checked = calls.seen(contract.patients.checkPhone)
  const sent = calls.seen(contract.patients.register)
  const listed = calls.seen(contract.patients.list)
  const counted = calls.seen(contract.dashboard.get)
  const form = new RegistrationPage(page)

  // Both are cached before, for minutes.
  await page.goto('/user/dashboard')
  await expect(figure(page, 'Total Patients')).toContainText('0')
  await followLink(page, 'View Patients')
  await expect(page.getByText('No patients found', { exact: true })).toBeVisible()
  await followLink(page, 'Add Patient')
  await form.fill(ENTRIES)
  const releaseCheck = await calls.hold(contract.patients.checkPhone)
  await form.submit.click()

  await test.step('first checks whether the number is known [PATADD-22, VAL-PATIENT-25]', async () => {
    await expect.poll(() => checked.length).toBe(1)
    expect(checked[0]?.postDataJSON()).toEqual({ phone: ENTRIES.phone })
    expect(sent).toHaveLength(0)
  })

  await test.step('shows that it is at work, and sends nothing twice [PATADD-16]', async () => {
    await expect(form.submit).toHaveText('Registering...')
    await expect(form.submit).toBeDisabled()
    await expect(form.submit.locator('.mantine-Loader-root')).toBeVisible()
    await form.fullName.press('Enter')
    expect(checked).toHaveLength(1)
  })

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  releaseCheck()

  await test.step('confirms it at the bottom center for 1.5 s [PATADD-17, PATADD-34]', async () => {
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return toast(page, 'Patient added successfully').count()
      })
      .toBe(1)
    const box = (await toast(page, 'Patient added successfully').boundingBox()) ?? { x: 0, width: 0, y: 0 }
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const main = (await page.getByRole('main').boundingBox()) ?? { x: 0, width }
    const centre = box.x + box.width / 2
    expect(Math.min(Math.abs(centre - width / 2), Math.abs(centre - main.x - main.width / 2))).toBeLessThan(
      20,
    )
    expect(box.y).toBeGreaterThan(height * 0.75)
    await page.mouse.move(width - 5, 5)
    await page.clock.runFor(1200)
    await expect(toast(page, 'Patient added successfully')).toBeVisible()
    await page.clock.runFor(800)
    await expect(toasts(page)).toHaveCount(0)
    await page.clock.resume()
  })

  await test.step('leads to the list, where the patient is [PATADD-18, PATADD-20, CACHE-15]', async () => {
    await expect(page).toHaveURL('/user/patients')
    await expect(new PatientsPage(page).names).toHaveText([ENTRIES.fullName])
    expect(listed).toHaveLength(2)
    expect(sent).toHaveLength(1)
    const { line1, city, ...rest } = ENTRIES
    expect(sent[0]?.postDataJSON()).toEqual({
      ...rest,
      address: { line1, city },
      differentFrom: [],
    })
  })

  await test.step('appears on the dashboard, too [PATADD-19, CACHE-16]', async () => {
    await followLink(page, 'Dashboard')
    await expect(figure(page, 'Total Patients')).toContainText('1')
    await expect(figure(page, 'New Patients')).toContainText('1')
    await expect(page.getByRole('region', { name: 'Recent Patients' })).toContainText(ENTRIES.fullName)
    expect(counted).toHaveLength(2)
  })

  await test.step('empties the form for the next one [PATADD-21]', async () => {
    await followLink(page, 'Add Patient')
    for (const field of [form.fullName, form.emrId, form.email, form.dob, form.gender, form.line1, form.city])
      await expect(field).toHaveValue('')
    await expect(form.phone).toHaveValue(/^\+971 ?$/)
  })
})

test('asks about a phone number that is known already', async ({ page, context, calls, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const elsewhere = await data.user('Receptionist')
  const senior = await data.patient(receptionist, { fullName: LONGEST_NAME, phone: ENTRIES.phone })
  await data.patient(elsewhere, { fullName: 'Not Ours', phone: '+971502223344' })
  await signIn(receptionist)
  const sent = calls.seen(contract.patients.register)
  const form = new RegistrationPage(page)
  await form.open()
  await form.fill(ENTRIES)
  const question = form.duplicateQuestion()

  await test.step('asks for confirmation, with the name of the patient who has it [PATADD-23, ERR-14]', async () => {
    await form.submit.click()
    await expect(
      question.getByText(
        `This phone number is already associated with ${LONGEST_NAME}. Do you want to proceed?`,
        { exact: true },
      ),
    ).toBeVisible()
  })

  await test.step('offers the record first, then the different person, then nothing else [SAFE-05]', async () => {
    const open = question.getByRole('link', { name: `Open ${LONGEST_NAME}` })
    await expect(open).toBeFocused()
    await expectWholeButtonOnPhone(page, open)
    await expect(question.getByRole('link').or(question.getByRole('button'))).toHaveText([
      `Open ${LONGEST_NAME}`,
      'Cancel',
      'This is a different person',
    ])
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const tab = await opened
    await expect(tab).toHaveURL(`/user/patients/view/${senior.id}`)
    await tab.close()
    await expect(question).toBeVisible()
    expect(sent).toHaveLength(0)
  })

  await test.step('declined, nothing happens and nothing is lost [PATADD-25]', async () => {
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/user/patients/add')
    await expect(form.fullName).toHaveValue(ENTRIES.fullName)
    await expect(form.phone).toHaveValue(/^\+971 ?50 ?111 ?2233$/)
    await expect(form.gender).toHaveValue('FEMALE')
    await expect(form.city).toHaveValue(ENTRIES.city)
    expect(sent).toHaveLength(0)
  })

  await test.step('confirmed, the patient is registered [PATADD-24]', async () => {
    await form.submit.click()
    await form.confirmDifferentPerson()
    await expect(page).toHaveURL('/user/patients')
    await expect(new PatientsPage(page).names).toHaveText([ENTRIES.fullName, LONGEST_NAME])
    expect(sent).toHaveLength(1)
  })

  await test.step('ignores another lab’s patients [PATADD-23]', async () => {
    await form.open()
    await form.fill({
      ...ENTRIES,
      fullName: 'Sole Owner',
      emrId: 'EMR-32',
      email: 'sole@mail.test',
      phone: '+971502223344',
    })
    await form.submit.click()
    await expect(page).toHaveURL('/user/patients')
    await expect(new PatientsPage(page).row('Sole Owner')).toBeVisible()
  })
})

test('asks about a phone number that a family shares', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const father = await data.patient(receptionist, { fullName: 'Karim Senior', phone: ENTRIES.phone })
  const son = await data.patient(receptionist, { fullName: 'Karim Junior', phone: ENTRIES.phone })
  await signIn(receptionist)
  await page.setViewportSize({ width: 390, height: 844 })
  const form = new RegistrationPage(page)
  await form.open()
  await form.fill(ENTRIES)
  await form.submit.click()
  const question = form.duplicateQuestion()

  await test.step('names everyone who has it [SAFE-05, PATADD-23]', async () => {
    await expect(question).toContainText(
      'This phone number is already associated with Karim Senior. Do you want to proceed?',
    )
    await expect(question).toContainText('Another patient also has this number.')
    await expect(question.getByRole('listitem')).toHaveText([
      `Open Karim SeniorZL-${father.id}`,
      `Open Karim JuniorZL-${son.id}`,
    ])
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
  })

  await test.step('uses it once more for a different person, by keyboard alone [SAFE-05]', async () => {
    for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab')
    await expect(question.getByRole('button', { name: 'This is a different person' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/user/patients')
  })
})

test('tells an Admin, who has no lab, that they cannot register', async ({ page, calls, data, signIn }) => {
  await signIn(data.admin)
  const checked = calls.seen(contract.patients.checkPhone)
  const sent = calls.seen(contract.patients.register)
  const form = new RegistrationPage(page)
  await form.open()
  const admin = await data.as(data.admin)
  const total = async () => (await admin.call(contract.dashboard.get, {})).data.totalPatients
  const before = await total()
  await test.step('says before typing who can register, and how to add them [VISIT-68]', async () => {
    await expect(page.getByText('Your account is not linked to a lab')).toBeVisible()
    await expect(
      page.getByText('A Doctor, Technician or Receptionist of a lab can register patients.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add a User' })).toHaveAttribute('href', '/user/users/add')
  })
  await form.fill(ENTRIES)
  await form.submit.click()
  const dialog = page.getByRole('dialog', { name: 'Registration not possible' })

  await test.step('gets an alert instead of a patient [PATADD-28, PATADD-29]', async () => {
    await expect(dialog.getByRole('alert')).toContainText('No patient was registered')
    expect([...checked, ...sent]).toEqual([])
    expect(await total()).toBe(before)
  })

  for (const [words, id] of [
    ['reports will not automatically appear under individual lab dashboards', '[PATADD-30]'],
    ['assign lab users to publish', '[PATADD-31]'],
    ['Use the admin dashboard for oversight', '[PATADD-32]'],
    ['Create lab-specific accounts', '[PATADD-33]'],
  ] as const)
    await test.step(`which shows: ${words} ${id}`, () =>
      expect(dialog.getByRole('alert')).toContainText(words))

  await test.step('everybody can read it, and the form stays', async () => {
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(form.fullName).toHaveValue(ENTRIES.fullName)
    await expect(page).toHaveURL('/user/patients/add')
  })
})
