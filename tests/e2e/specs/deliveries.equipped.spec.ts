import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect } from '../fixtures.ts'
import { enterBirthday, linkIn, test } from '../mail-fixtures.ts'
import type { StaffUser, TestData } from '../test-data.ts'
import { ATTEMPT_MS } from '../../../test-limits.ts'

const sheet = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sent = (page: Page) => sheet(page, 'Deliveries')

const openReport = async (page: Page, report: { id: number }) => {
  await page.goto(`/user/reports/view/${report.id}`)
  await page.getByRole('button', { name: 'Send to Patient' }).click()
  return page.getByRole('dialog', { name: 'Send to Patient' })
}

test('sends a report by email, which its patient opens', async ({
  page,
  browser,
  data,
  signIn,
  server,
  mail,
  watch,
}) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician, { fullName: 'Mona Darwish', dob: '1990-03-04' })
  const email = patient.email ?? ''
  const report = await data.report(technician, patient, { title: 'Lipid profile' })
  await signIn(technician)

  await test.step('one dialog shows recipient, channels and the exact text [DELIV-15]', async () => {
    const dialog = await openReport(page, report)
    await expect(dialog.getByRole('group', { name: 'Recipient' })).toContainText('Mona Darwish')
    await expect(dialog.getByText(email, { exact: true })).toBeVisible()
    await expect(dialog).toContainText(
      `${technician.lab?.name}: a document is ready. ${server.url}/r/… Until`,
    )
  })

  await test.step('requires consent before it sends [DELIV-15]', async () => {
    const dialog = page.getByRole('dialog', { name: 'Send to Patient' })
    await dialog.getByRole('radio', { name: 'Email' }).click()
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expect(dialog.getByText('Please ask the patient and tick the box')).toBeVisible()
    expect(mail.mailsTo(email)).toEqual([])
    await dialog.getByText('The patient agrees to receive links').click()
    const exactText = (await dialog.locator('p[lang=en]').innerText()).trim()
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expect(dialog).toBeHidden()
    await expect(sent(page).getByText('Sent', { exact: true })).toBeVisible()
    const [message] = mail.mailsTo(email)
    expect(message?.text.replace(/[1-9A-Za-z]{22}/, '…')).toBe(exactText)
    expect(message?.content).not.toMatch(/Mona|Darwish|Lipid/)
  })

  const link = linkIn(mail, email)
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  watch.watch(phone)
  const patients = await phone.newPage()

  await test.step('opens nothing with a wrong date of birth, and the report with the right one [LINK-11]', async () => {
    watch.allowHttp(422, link)
    watch.allowHttp(410, link)
    await patients.goto(link)
    await expect(patients.getByRole('heading', { level: 1 })).toContainText(technician.lab?.name ?? '?')
    await expect(patients.getByText('Darwish')).toHaveCount(0)
    await enterBirthday(patients, ['5', '3', '1990'])
    await expect(patients.getByText('Lipid profile')).toHaveCount(0)
    await enterBirthday(patients, ['٤', '٣', '١٩٩٠'])
    await expect(patients.getByText('Lipid profile')).toBeVisible()
    const [file] = await Promise.all([
      patients.waitForEvent('download'),
      patients.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('Lipid profile.pdf')
  })

  await test.step('shows the opening to the staff [DELIV-17]', async () => {
    await page.reload()
    await expect(sent(page).getByText('Opened', { exact: true })).toBeVisible()
    await sent(page).getByText('History').click()
    await expect(sent(page).getByText('Wrong date of birth')).toBeVisible()
  })

  await test.step('ends the link [DELIV-17]', async () => {
    await sent(page).getByRole('button', { name: 'End Link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End Link' }).click()
    await expect(sent(page).getByText('Link ended: ended by the staff')).toBeVisible()
    await patients.goto(link)
    await expect(patients.getByText('Lipid profile')).toHaveCount(0)
  })
  await phone.close()
})

test('makes a slip and a link to copy once', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const technician = await data.user('Technician', receptionist.lab ?? { id: 0 })
  const patient = await data.patient(receptionist, { email: undefined })
  const report = await data.report(technician, patient)
  await signIn(receptionist)

  await test.step('makes a slip with a code, in the language of the patient [DELIV-15, AR-10]', async () => {
    const dialog = await openReport(page, report)
    await dialog.getByRole('radio', { name: 'Printed slip' }).click()
    await dialog.getByRole('radio', { name: 'Arabic' }).click()
    // Otherwise the final dots would precede it.
    await expect(dialog.locator('p[lang=ar][dir=rtl] bdi[dir=ltr]')).toHaveText(/^http:.*\/r\/…$/)
    await dialog.getByRole('button', { name: 'Create Slip' }).click()
    const made = page.getByRole('dialog', { name: 'Link ready' })
    await expect(made.getByText('لديكم مستند جاهز')).toBeVisible()
    await expect(made.getByText(/\/r\/[1-9A-Za-z]{22}$/)).toBeVisible()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    // The test cannot answer the system's print dialog.
    const printing = page.evaluate(
      () => new Promise((resolve) => (window.print = () => resolve('printsAlone' in document.body.dataset))),
    )
    await made.getByRole('button', { name: 'Print Slip' }).click()
    expect(await printing).toBe(true)
    await made.getByRole('button', { name: 'Done' }).click()
    await expect(sent(page).getByText('Handed over', { exact: true })).toBeVisible()
  })

  await test.step('prints the slip alone [DELIV-15]', async () => {
    const dialog = await openReport(page, report)
    await dialog.getByRole('radio', { name: 'Printed slip' }).click()
    await dialog.getByRole('button', { name: 'Create Slip' }).click()
    await expect(page.getByRole('dialog', { name: 'Link ready' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const onPaper = () => page.locator('body').innerText()
    expect(await onPaper()).not.toContain('A document is ready for you')
    await page.evaluate(() => (document.body.dataset.printsAlone = 'slip'))
    expect(await onPaper()).toMatch(/A document is ready for you[^]*\/r\/[1-9A-Za-z]{22}/)
    expect(await onPaper()).not.toContain(patient.fullName)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('dialog', { name: 'Link ready' }).getByRole('button', { name: 'Done' }).click()
  })

  await test.step('shows the reason in the dialog without an email address [DELIV-15]', async () => {
    const dialog = await openReport(page, report)
    await dialog.getByRole('radio', { name: 'Email' }).click()
    await expect(dialog.getByText('The record has no email address')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Send Email' })).toBeDisabled()
  })
})

test('language and consents of a patient are changed on the patient page', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const patient = await data.patient(receptionist)
  await signIn(receptionist)
  await page.goto(`/user/patients/view/${patient.id}`)
  const card = sheet(page, 'Language and Consent')
  await expect(card.getByText('no consent')).toHaveCount(3)
  await card.getByRole('button', { name: 'WhatsApp: no consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Language and Consent' })

  await test.step('records both with the user [DELIV-16]', async () => {
    await dialog.getByRole('radio', { name: 'Arabic' }).click()
    await dialog.getByRole('checkbox', { name: /by email/ }).click()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(card.getByText('Arabic')).toBeVisible()
    await expect(card.getByText('consent given')).toHaveCount(1)
    await expect(card.getByRole('button', { name: 'WhatsApp: no consent' })).toBeFocused()
  })

  await test.step('withdraws a consent [DELIV-16]', async () => {
    await card.getByRole('button', { name: 'Email: consent given' }).click()
    await dialog.getByRole('checkbox', { name: /by email/ }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(card.getByText('Email: consent withdrawn')).toBeVisible()
  })
})

const sendByEmail = async (data: { as: (user: StaffUser) => Promise<Api> }, user: StaffUser, ids: Ids) => {
  const api = await data.as(user)
  await api.call(contract.deliveries.updatePatientDelivery, {
    params: { id: String(ids.patient) },
    body: { language: 'en', consents: { email: true, whatsapp: false } },
  })
  await api.call(contract.deliveries.send, {
    params: { id: String(ids.report) },
    body: { language: 'en' },
  })
}

interface Ids {
  patient: number
  report: number
}
type Api = Awaited<ReturnType<TestData['as']>>

test('lists what needs attention on the Deliveries page', async ({ page, data, signIn, mail }) => {
  const receptionist = await data.user('Receptionist')
  const technician = await data.user('Technician', receptionist.lab ?? { id: 0 })
  const patient = await data.patient(technician, { fullName: 'Karim Haddad' })
  const report = await data.report(technician, patient)
  mail.state.refusals = 1
  await sendByEmail(data, technician, { patient: patient.id, report: report.id })
  await signIn(receptionist)
  await page.goto('/user/deliveries')
  const row = page.getByRole('row', { name: /Karim Haddad/ })

  await test.step('shows a refused message as not reached, with the reason [DELIV-17]', async () => {
    await expect(async () => {
      await page.reload()
      await expect(row.getByText('Not reached')).toBeVisible({ timeout: ATTEMPT_MS })
      await expect(page.getByRole('link', { name: /^Not reached/ })).toBeVisible({ timeout: ATTEMPT_MS })
    }).toPass()
    await expect(row.getByText('The mail server refused the address')).toBeVisible()
    await page.getByRole('link', { name: /^Not reached/ }).click()
    await expect(page).toHaveURL(/view=not-reached/)
    await expect(page.getByRole('link', { name: /^Not reached 1$/ })).toBeVisible()
  })

  await test.step('records a call with its outcome, and shows it [DELIV-63]', async () => {
    await row.getByRole('button', { name: /^Record Call/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Call to Karim Haddad' })
    await expect(dialog.getByRole('radio', { name: 'Reached: will collect' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'No answer' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Record Call' }).click()
    await expect(dialog).toBeHidden()
    await expect(row.getByText(/^Called .*[AP]M by .*: no answer$/)).toBeVisible()
  })

  await test.step('sends the message again [DELIV-17]', async () => {
    await row.getByRole('button', { name: 'Send Again' }).click()
    await expect.poll(() => mail.mailsTo(patient.email ?? '').length).toBe(1)
    await expect(page.getByText('No message failed')).toBeVisible()
  })
})

test('asks the recipients of a report of the wrong patient to delete it', async ({
  page,
  data,
  signIn,
  mail,
}) => {
  const doctor = await data.user('Doctor')
  const wrong = await data.patient(doctor)
  const right = await data.patient(doctor)
  const report = await data.report(doctor, wrong)
  await sendByEmail(data, doctor, { patient: wrong.id, report: report.id })
  await expect.poll(() => mail.mailsTo(wrong.email ?? '').length).toBe(1)
  const api = await data.as(doctor)
  const shown = await api.call(contract.reports.getById, { params: { reportId: String(report.id) } })
  const { version, sha256 } = shown.data
  await api.call(contract.reports.reassign, {
    params: { id: String(report.id) },
    body: { patientId: right.id, version, sha256 },
  })
  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)

  await test.step('sends the request once a Doctor confirms [DELIV-10]', async () => {
    await expect(sent(page).getByText('This report was sent to the wrong patient')).toBeVisible()
    expect(mail.mailsTo(wrong.email ?? '')).toHaveLength(1)
    await sent(page).getByRole('button', { name: 'Ask to Delete It' }).click()
    await expect(sent(page).getByText(`${doctor.fullName} confirmed, and they are asked`)).toBeVisible()
    await expect.poll(() => mail.mailsTo(wrong.email ?? '').length).toBe(2)
    expect(mail.mailsTo(wrong.email ?? '').at(-1)?.content).toContain('sent to you in error')
  })
})

test('records language and consent with a registration', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const name = `Omar Saleh ${data.next()}`
  await signIn(receptionist)
  await page.goto('/user/patients/add')
  await page.getByRole('button', { name: 'Language and Consent' }).click()
  await page.getByRole('radio', { name: 'Arabic' }).click()
  await page.getByRole('checkbox', { name: /by WhatsApp/ }).click()
  await page.getByLabel('Full Name').fill(name)
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('0501239876')
  await page.getByRole('textbox', { name: 'Email' }).fill('omar@mail.test')
  await page.getByRole('textbox', { name: 'Date of Birth' }).fill('03/04/1990')
  await page.getByLabel('Gender').selectOption('MALE')
  await page.getByRole('button', { name: 'Register Patient' }).click()
  await page.getByRole('link', { name }).first().click()

  await test.step('shows them on the patient page [DELIV-16]', async () => {
    const card = sheet(page, 'Language and Consent')
    await expect(card.getByText('Arabic')).toBeVisible()
    await expect(card.getByText('WhatsApp: consent given')).toBeVisible()
  })
})
