import type { Page } from '@playwright/test'
import { contract, REFUSAL, type StaffRole } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { typePhone } from '../pages/fields.ts'
import { expectFileInFrame, expectOpensFileInNewTab, expectSaves } from '../pages/files.ts'
import { PatientsPage } from '../pages/patients-page.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { sampleJpeg, samplePdfOfSize, samplePng } from '../sample-files.ts'
import { signInByForm } from '../sign-in.ts'
import { limitUploads } from '../slow-network.ts'
import type { Credentials } from '../test-data.ts'
import { toast } from '../toasts.ts'

const MEGABYTE = 1024 * 1024
const LAB = 'Harbour Clinical Laboratory'
const PATIENT = 'Mariam Al Suwaidi'

interface Person extends Credentials {
  role: StaffRole
  name: string
  phone: string
}

const person = (role: StaffRole, name: string, number: number): Person => ({
  role,
  name,
  email: `${role.toLowerCase()}@harbour-lab.test`,
  password: 'Harbour@2026',
  phone: `+97150300000${number}`,
})
const DOCTOR = person('Doctor', 'Omar Haddad', 1)
const TECHNICIAN = person('Technician', 'Lena Fischer', 2)
const RECEPTIONIST = person('Receptionist', 'Sara Nair', 3)

const followLink = (page: Page, name: string) =>
  page.getByTestId('sidebar').getByRole('link', { name, exact: true }).click()

const createLab = async (page: Page) => {
  await followLink(page, 'All Labs')
  await page.getByRole('button', { name: 'Add Lab' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Lab' })
  await form.getByRole('textbox', { name: 'Lab Name' }).fill(LAB)
  await form.getByRole('textbox', { name: 'Address Line 1' }).fill('3 Quay Street')
  await form.getByRole('textbox', { name: 'City' }).fill('Dubai')
  await form.getByRole('button', { name: 'Create Lab' }).click()
  await page.getByRole('dialog', { name: 'Add lab' }).getByRole('button', { name: 'Add Lab' }).click()
  await expect(toast(page, 'Lab added successfully')).toBeVisible()
}

const createUser = async (page: Page, { role, name, phone, email, password }: Person) => {
  await followLink(page, 'Add User')
  await page.getByRole('textbox', { name: 'Full Name' }).fill(name)
  await page.getByRole('radio', { name: role }).check()
  await page.getByRole('combobox', { name: 'Lab' }).click()
  await page.getByRole('option', { name: LAB, exact: true }).click()
  await typePhone(page.getByRole('textbox', { name: 'Phone Number' }), phone)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password)
  await page.getByRole('button', { name: 'Create User' }).click()
  await page.getByRole('dialog', { name: 'Add user' }).getByRole('button', { name: 'Add User' }).click()
  await expect(toast(page, 'User added successfully').first()).toBeVisible()
  await expect(page).toHaveURL('/user/users')
  await expect(page.getByRole('cell', { name: email }).first()).toBeVisible()
}

const registerPatient = async (page: Page) => {
  await followLink(page, 'Add Patient')
  const form = new RegistrationPage(page)
  await form.fill({
    fullName: PATIENT,
    emrId: 'HCL-2041',
    phone: '+971504442041',
    email: 'mariam@mail.test',
    dob: '1988-02-29',
    gender: 'FEMALE',
    line1: '18 Palm Street',
    city: 'Sharjah',
  })
  await form.submit.click()
  await expect(toast(page, 'Patient added successfully')).toBeVisible()
  await expect(page).toHaveURL('/user/patients')
}

const openPublishing = async (page: Page) => {
  await followLink(page, 'View Patients')
  const patients = new PatientsPage(page)
  await patients.searchBox.fill('suwaidi')
  await patients.row(PATIENT).getByRole('link', { name: 'Publish Report' }).click()
  const publishing = new PublishPage(page)
  await expect(publishing.patient.getByRole('heading', { name: PATIENT })).toBeVisible()
  return publishing
}

const publish = async (page: Page, publishing: PublishPage, title: string) => {
  await publishing.title.fill(title)
  await publishing.submit.click()
  await expect(publishing.question).toContainText(PATIENT)
  await expect(publishing.question).toContainText(title)
  await publishing.confirm.click()
  // The toast of the previous report may still be shown.
  await expect(toast(page, 'Report published successfully').last()).toBeVisible()
  await expect(page).toHaveURL('/user/reports')
}

test('brings a report from the laboratory to the doctor', async ({ page, data, openBrowser, watch }) => {
  const pdf = samplePdfOfSize(2 * MEGABYTE)
  const jpeg = { ...sampleJpeg(), title: 'Chest, front view' }
  const png = { ...samplePng(), title: 'Urine culture scan' }
  let patientId = 0
  let reportId = 0

  await test.step('the Admin signs in and creates a lab [LOGIN-16, LABS-22]', async () => {
    await signInByForm(page, 'Admin', data.admin)
    await createLab(page)
    await expect(page.getByRole('heading', { name: LAB })).toBeVisible()
  })

  await test.step('adds its Doctor, Technician and Receptionist [USERADD-23]', async () => {
    for (const staff of [DOCTOR, TECHNICIAN, RECEPTIONIST]) await createUser(page, staff)
  })

  const receptionPage = await openBrowser()
  await test.step('the Receptionist registers a patient [PATADD-17, PATADD-18, PATADD-20]', async () => {
    await signInByForm(receptionPage, 'Receptionist', RECEPTIONIST)
    await registerPatient(receptionPage)
    const link = new PatientsPage(receptionPage)
      .row(PATIENT)
      .getByRole('link', { name: PATIENT, exact: true })
    await expect(link).toBeVisible()
    patientId = Number((await link.getAttribute('href'))?.split('/').at(-1))
  })

  const technicianPage = await openBrowser()
  await test.step('the Technician finds the patient [PATLIST-10, PATLIST-38]', async () => {
    await signInByForm(technicianPage, 'Technician', TECHNICIAN)
    await openPublishing(technicianPage)
    await expect(technicianPage).toHaveURL(`/user/patient/${patientId}/report/publish`)
  })

  const publishing = new PublishPage(technicianPage)
  await test.step('adds a report type [PUB-10, PUB-36, PUB-38, PUB-39]', async () => {
    await publishing.newReportType.click()
    const { title, submit } = publishing.newTypeDialog()
    await title.fill('Complete blood count')
    await submit.click()
    await publishing
      .newTypeQuestion('Complete blood count')
      .getByRole('button', { name: 'Add', exact: true })
      .click()
    await expect(toast(technicianPage, 'Report type added successfully')).toBeVisible()
    await expect(publishing.reportType).toHaveValue(/^\d+ - Complete blood count$/)
  })

  await test.step('uploads a PDF of several pages and sees how far it is [PUB-19, PUB-20, PUB-21]', async () => {
    await limitUploads(technicianPage, MEGABYTE)
    await publishing.picker.setInputFiles(pdf)
    const bar = publishing.progress.getByRole('progressbar', { name: `Uploading ${pdf.name}` })
    await expect(bar).toBeVisible()
    await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d$/)
    await expect(publishing.progress).toContainText(/Uploading\.\.\. \d+% of 2(\.0)? MB/)
    await expect(publishing.fileCard).toContainText(pdf.name)
    await limitUploads(technicianPage, -1)
    await expectOpensFileInNewTab(publishing.fileCard.getByRole('link', { name: 'View File' }), pdf)
  })

  await test.step('publishes the report [PUB-28, PUB-29, PUB-31, PUB-32, PUB-34]', async () => {
    await publish(technicianPage, publishing, 'Blood count, routine')
    const row = new ReportsPage(technicianPage).row('Blood count, routine')
    await expect(row).toContainText(TECHNICIAN.name)
  })

  const doctorPage = await openBrowser()
  const report = new ReportPage(doctorPage)
  await test.step('the Doctor sees it on the dashboard and opens it [DASH-30, DASH-33, REPVIEW-01]', async () => {
    await signInByForm(doctorPage, 'Doctor', DOCTOR)
    const recent = doctorPage.getByRole('region', { name: 'Recent Reports' })
    await expect(recent).toContainText('Complete blood count')
    await recent.getByRole('link', { name: PATIENT }).click()
    await expect(
      doctorPage.getByRole('heading', { level: 1, name: 'Complete blood count', exact: true }),
    ).toBeVisible()
    reportId = Number(doctorPage.url().split('/').at(-1))
    await expect(doctorPage.getByText(`Report ID: #${reportId}`, { exact: true })).toBeVisible()
  })

  await test.step('looks at it in the dialog [REPVIEW-24]', async () => {
    await report.enlarge.click()
    await expectFileInFrame(report.preview, pdf)
    await doctorPage.keyboard.press('Escape')
    await expect(report.preview).toBeHidden()
  })

  await test.step('opens it in a new tab and saves it from the list, byte for byte [REPVIEW-04, REPLIST-14]', async () => {
    await expectOpensFileInNewTab(report.download, pdf)
    await followLink(doctorPage, 'View Reports')
    const row = new ReportsPage(doctorPage).row('Blood count, routine')
    await expectSaves(
      row.getByRole('button', { name: 'Blood count, routine.pdf', exact: true }),
      pdf,
      'Blood count, routine.pdf',
    )
  })

  for (const picture of [jpeg, png])
    await test.step(`does the same with ${picture.name} [PUB-27, PATVIEW-33, REPVIEW-24]`, async () => {
      await openPublishing(technicianPage)
      await publishing.reportType.click()
      await technicianPage.getByRole('option', { name: /^\d+ - Complete blood count$/ }).click()
      await publishing.upload(picture)
      await publish(technicianPage, publishing, picture.title)

      await doctorPage.goto(`/user/patients/view/${patientId}`)
      await expectSaves(
        doctorPage.getByRole('button', { name: `Download ${picture.title}`, exact: true }),
        picture,
        `${picture.title}.${picture.name.split('.').at(-1)}`,
      )
      await doctorPage.getByRole('link', { name: `View ${picture.title}`, exact: true }).click()
      await report.enlarge.click()
      await expectFileInFrame(report.preview, picture)
    })

  await test.step('the Receptionist sees the reports and cannot publish [PATVIEW-31, PATLIST-39, GUARD-25]', async () => {
    await followLink(receptionPage, 'View Reports')
    await expect(new ReportsPage(receptionPage).titles).toHaveText([
      png.title,
      jpeg.title,
      'Blood count, routine',
    ])
    await followLink(receptionPage, 'View Patients')
    await expect(new PatientsPage(receptionPage).row(PATIENT)).toBeVisible()
    await expect(receptionPage.getByRole('link', { name: 'Publish Report' })).toHaveCount(0)
    await followLink(receptionPage, 'View Reports')
    await new ReportsPage(receptionPage)
      .row('Blood count, routine')
      .getByRole('link', { name: PATIENT })
      .click()
    await expect(receptionPage.getByRole('heading', { level: 1, name: 'Patient Details' })).toBeVisible()
    await expect(receptionPage.getByRole('link', { name: 'View Blood count, routine' })).toBeVisible()
    await expect(receptionPage.getByRole('link', { name: 'New Report' })).toHaveCount(0)
    await receptionPage.goto(`/user/patient/${patientId}/report/publish`)
    await expect(receptionPage).toHaveURL('/user/unauthorized')
  })

  await test.step('a Doctor of another lab finds neither patient nor report nor file [PERM-12]', async () => {
    const { data: published } = await (
      await data.as(DOCTOR)
    ).call(contract.reports.getById, {
      params: { reportId: String(reportId) },
    })
    watch.allowHttp(404, /\/(patient|report)\/getById\/\d+$/)
    const outsider = await openBrowser(await data.user('Doctor'))
    const patients = new PatientsPage(outsider)
    await patients.open('?search=suwaidi')
    await expect(outsider.getByText('No patients found', { exact: true })).toBeVisible()
    await new ReportsPage(outsider).open()
    await expect(outsider.getByText('No reports found', { exact: true })).toBeVisible()
    await outsider.goto(`/user/patients/view/${patientId}`)
    await expect(outsider.getByRole('heading', { name: 'Patient Not Found' })).toBeVisible()
    await outsider.goto(`/user/reports/view/${reportId}`)
    await expect(outsider.getByRole('heading', { name: 'Report Not Found' })).toBeVisible()
    const answer = await outsider.request.get(published.filePath)
    expect(answer.status()).toBe(404)
    expect(await answer.json()).toMatchObject({ success: false, message: REFUSAL.FILE_NOT_FOUND })
  })
})
