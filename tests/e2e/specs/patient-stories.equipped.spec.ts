import type { Page } from '@playwright/test'
import { contract, todayIn, type PatientRow, type Report } from '@zelab/contract'
import type { MailServer } from '../../../apps/api/src/testing/mail-server.ts'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect } from '../fixtures.ts'
import { enterBirthday, linkIn, linkInText, test } from '../mail-fixtures.ts'
import { withDatabase } from '../product-database.ts'
import type { ProductServer } from '../product-server.ts'
import { samplePdf } from '../sample-files.ts'
import type { StaffUser, TestData } from '../test-data.ts'

const MINUTE = 60_000

const sendReport = async (
  { data, mail }: { data: TestData; mail: MailServer },
  doctor: StaffUser,
  {
    patient,
    report,
    delegate,
  }: { patient: PatientRow; report: Report; delegate?: { id: number; email: string } },
): Promise<string> => {
  const api = await data.as(doctor)
  await api.call(contract.deliveries.updatePatientDelivery, {
    params: { id: String(patient.id) },
    body: { consents: { email: true } },
  })
  const to = delegate?.email ?? patient.email ?? ''
  const before = mail.mailsTo(to).length
  await api.call(contract.deliveries.send, {
    params: { id: String(report.id) },
    body: { language: 'en', ...(delegate && { delegateId: delegate.id }) },
  })
  await expect.poll(() => mail.mailsTo(to).length).toBe(before + 1)
  return linkIn(mail, to)
}

const sentReport = async (to: { data: TestData; mail: MailServer }, title: string) => {
  const doctor = await to.data.user('Doctor')
  const patient = await to.data.patient(doctor, { dob: '1990-03-04' })
  const reportType = await to.data.reportType(doctor)
  const report = await to.data.report(doctor, patient, { title, reportType })
  const link = await sendReport(to, doctor, { patient, report })
  return { doctor, patient, email: patient.email ?? '', reportType, report, link }
}

const openReport = async (phone: Page, link: string, title: string) => {
  await phone.goto(link)
  await enterBirthday(phone, ['4', '3', '1990'])
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()
}

/** Runs the job that is due every minute. */
const announce = (server: ProductServer) =>
  withDatabase(server, (database) => database.execute("select graphile_worker.add_job('send-deliveries')"))

test('opens one link with each birthday of a family that shares one address [DELIV-08 LINK-03]', async ({
  data,
  mail,
  watch,
  openBrowser,
}) => {
  const doctor = await data.user('Doctor')
  const email = `family-${data.next()}@mail.test`
  const [mother, son] = [
    await data.patient(doctor, { email, fullName: 'Huda Aziz', dob: '1984-02-03' }),
    await data.patient(doctor, { email, fullName: 'Karim Aziz', dob: '2012-09-08' }),
  ]
  const reports = [
    await data.report(doctor, mother, { title: 'Mother’s iron' }),
    await data.report(doctor, son, { title: 'Son’s iron' }),
  ] as const
  const motherLink = await sendReport({ data, mail }, doctor, { patient: mother, report: reports[0] })
  const sonLink = await sendReport({ data, mail }, doctor, { patient: son, report: reports[1] })
  expect(mail.mailsTo(email)).toHaveLength(2)
  const phone = await openBrowser()
  watch.allowHttp(422, sonLink)
  await phone.goto(sonLink)
  await enterBirthday(phone, ['3', '2', '1984'])
  await expect(phone.getByRole('alert')).toContainText('does not match')
  await enterBirthday(phone, ['8', '9', '2012'])
  await expect(phone.getByRole('heading', { name: 'Son’s iron' })).toBeVisible()
  await phone.goto(motherLink)
  await expect(phone.getByText('Mother’s iron')).toHaveCount(0)
  await enterBirthday(phone, ['3', '2', '1984'])
  await expect(phone.getByRole('heading', { name: 'Mother’s iron' })).toBeVisible()
})

test('asks the second device of a forwarded link for a code [LINK-05]', async ({
  data,
  mail,
  watch,
  openBrowser,
}) => {
  const { email, link } = await sentReport({ data, mail }, 'Thyroid panel')
  await openReport(await openBrowser(), link, 'Thyroid panel')

  const other = await openBrowser()
  watch.allowHttp(422, link)
  await other.goto(link)
  await enterBirthday(other, ['4', '3', '1990'])
  await expect(other.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
  await expect(other.getByText('Thyroid panel')).toHaveCount(0)
  await expect(other.getByText(email)).toHaveCount(0)
  const codes = mail.mailsTo(email).length
  await other.getByRole('button', { name: 'Send code' }).click()
  await expect.poll(() => mail.mailsTo(email).length).toBe(codes + 1)
  const code = /\b\d{6}\b/.exec(mail.mailsTo(email).at(-1)?.text ?? '')?.[0] ?? ''
  await other.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByRole('alert')).toContainText('not the newest code')
  await other.getByLabel('Code').fill(code)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByRole('heading', { name: 'Thyroid panel' })).toBeVisible()
})

test('renews an expired link to the address on file [LINK-06]', async ({
  data,
  mail,
  server,
  watch,
  openBrowser,
}) => {
  const { report, email, link } = await sentReport({ data, mail }, 'Lipid profile')
  await withDatabase(server, (database) =>
    database.execute(
      `update report_links set expires_at = now() - interval '1 minute'
        where delivery_id in (select id from deliveries where report_id = $1)`,
      [report.id],
    ),
  )
  const phone = await openBrowser()
  watch.allowHttp(410, link)
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await phone.getByRole('button', { name: 'Send a new link' }).click()
  await expect(phone.getByRole('heading', { name: 'Check your messages' })).toBeVisible()
  await expect.poll(() => mail.mailsTo(email).length).toBe(2)
  const renewed = linkIn(mail, email)
  expect(renewed).not.toBe(link)
  await openReport(phone, renewed, 'Lipid profile')
})

test('corrects and withdraws a report after it was opened [DELIV-09 LINK-07]', async ({
  page,
  data,
  mail,
  server,
  signIn,
  openBrowser,
}) => {
  const story = await sentReport({ data, mail }, 'Blood count')
  const { doctor, patient, email, reportType, report } = story
  const phone = await openBrowser()
  await openReport(phone, story.link, 'Blood count')

  const api = await data.as(doctor)
  const { fileUrl } = await api.uploadFile(samplePdf())
  await api.call(contract.reports.amend, {
    params: { id: String(report.id) },
    body: {
      title: 'Blood count, corrected',
      reportTypeId: reportType.id,
      patientId: patient.id,
      fileUrl,
      reason: 'wrong-result',
    },
  })
  await announce(server)
  await expect.poll(() => mail.mailsTo(email).length).toBe(2)
  expect(mail.mailsTo(email)[1]?.text).toContain('a document was corrected')
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Blood count, corrected' })).toBeVisible()
  await expect(phone.getByText(/Corrected on .*, replaces version 1/)).toBeVisible()

  await api.call(contract.reports.withdraw, { params: { id: String(report.id) }, body: {} })
  await announce(server)
  await expect.poll(() => mail.mailsTo(email).length).toBe(3)
  expect(mail.mailsTo(email)[2]?.text).toContain('a document was withdrawn')
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'This document was withdrawn' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Download' })).toHaveCount(0)

  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)
  const deliveries = page.getByRole('region', { name: 'Deliveries', exact: true })
  await expect(deliveries.getByText(/^Opened .*/).first()).toBeVisible()
})

const addGuardian = async (
  data: TestData,
  doctor: StaffUser,
  patient: PatientRow,
  contact: { email: string } | { phone: string },
): Promise<number> => {
  const api = await data.as(doctor)
  const { data: guardian } = await api.call(contract.delegates.addDelegate, {
    params: { id: String(patient.id) },
    body: {
      kind: 'guardian',
      fullName: 'Maryam Haddad',
      relation: 'parent',
      language: 'en',
      documentSeen: 'Birth certificate',
      validFrom: '2020-01-01',
      ...contact,
    },
  })
  return guardian.id
}

test('ends a guardian’s link on the 18th birthday [DELEG-21]', async ({
  data,
  mail,
  server,
  watch,
  openBrowser,
}) => {
  const doctor = await data.user('Doctor')
  const dayIn = (days: number) => {
    const day = todayIn('Asia/Dubai', new Date(Date.now() + days * 24 * 60 * MINUTE))
    return `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`.replace('02-29', '02-28')
  }
  const dob = dayIn(2)
  const patient = await data.patient(doctor, { dob })
  const report = await data.report(doctor, patient, { title: 'Vitamin D' })
  const email = `guardian-${data.next()}@mail.test`
  const id = await addGuardian(data, doctor, patient, { email })
  const link = await sendReport({ data, mail }, doctor, { patient, report, delegate: { id, email } })
  const phone = await openBrowser()
  await phone.goto(link)
  await expect(phone.getByText('The patient’s date of birth')).toBeVisible()
  const [year = '', month = '', day = ''] = dob.split('-')
  await enterBirthday(phone, [day, month, year])
  await expect(phone.getByRole('heading', { name: 'Vitamin D' })).toBeVisible()

  // Simulates the patient's birthday.
  await withDatabase(server, (database) =>
    database.execute('update patients set date_of_birth = $2 where id = $1', [patient.id, dayIn(0)]),
  )
  watch.allowHttp(410, link)
  await phone.reload()
  await expect(phone.getByText('The lab has ended this link')).toBeVisible()
})

test('sends a report to a guardian by SMS [DELIV-15 DELEG-20 SMS-20]', async ({
  page,
  data,
  sms,
  signIn,
  openBrowser,
}) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Sara Haddad', dob: '2018-09-08' })
  const report = await data.report(doctor, patient, { title: 'Ferritin' })
  const phoneNumber = `+9715060${String(data.next()).padStart(5, '0')}`
  await addGuardian(data, doctor, patient, { phone: phoneNumber })
  await signIn(doctor)

  await test.step('shows it in the dialog, with the number of SMS', async () => {
    await page.goto(`/user/reports/view/${report.id}`)
    await page.getByRole('button', { name: 'Send to Patient' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to Patient' })
    await dialog.getByRole('radio', { name: 'Maryam Haddad (parent)' }).click()
    await expect(dialog.getByRole('radio', { name: 'SMS' })).toBeChecked()
    await expect(dialog.getByText(phoneNumber).first()).toBeVisible()
    await expect(dialog.getByText('The exact text · 1 SMS')).toBeVisible()
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await dialog.getByRole('radio', { name: 'Email' }).click()
    await expect(dialog.getByText('The record has no email address')).toBeVisible()
    await dialog.getByRole('radio', { name: 'SMS' }).click()
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Send SMS' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('which the gateway accepts and the guardian opens', async () => {
    const deliveries = page.getByRole('region', { name: 'Deliveries', exact: true })
    await expect(deliveries.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(deliveries.getByText('Maryam Haddad (parent)')).toBeVisible()
    const [message] = sms.messagesTo(phoneNumber)
    expect(message?.text).not.toMatch(/Sara|Maryam|Haddad|Ferritin/)
    const phone = await openBrowser()
    await phone.goto(linkInText(message?.text ?? ''))
    await enterBirthday(phone, ['8', '9', '2018'])
    await expect(phone.getByRole('heading', { name: 'Ferritin' })).toBeVisible()
  })
})
