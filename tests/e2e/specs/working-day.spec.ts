import { contract, type StaffRole } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { samplePdf } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const PUBLISHERS: StaffRole[] = ['Doctor', 'Technician']

for (const role of PUBLISHERS)
  test(`lets a ${role} register a patient and publish a report [SHELL-01]`, async ({
    page,
    calls,
    data,
    signIn,
  }) => {
    const user = await data.user(role)
    const reportType = await data.reportType(user)
    const number = data.next()
    const fullName = `Working Day ${number}`
    const title = `Blood count ${number}`
    const patientLists = calls.seen(contract.patients.list)
    const reportLists = calls.seen(contract.reports.list)
    await signIn(user)
    // Both lists are cached before records are added.
    await page.goto('/user/reports')
    await expect(page.getByText('0 reports found')).toBeVisible()
    await page.getByRole('link', { name: 'View Patients' }).click()
    await expect(page.getByText('No patients found')).toBeVisible()

    await test.step('shows the new patient in the list at once [CACHE-15]', async () => {
      await page.getByRole('link', { name: 'Add New', exact: true }).first().click()
      await page.getByLabel(/^Full Name/).fill(fullName)
      await page.getByLabel(/^Email/).fill('day@mail.test')
      await page.getByLabel(/^Date of Birth/).fill('1990-05-01')
      await page.getByLabel(/^Gender/).selectOption('MALE')
      const phone = page.getByRole('textbox', { name: 'Phone Number' })
      await phone.focus()
      await phone.press('End')
      await phone.pressSequentially(`5077${String(number).padStart(5, '0')}`)
      await page.getByRole('button', { name: 'Register Patient' }).click()
      await expect(toast(page, 'Patient added successfully')).toBeVisible()
      await expect(page).toHaveURL('/user/patients')
      await expect(page.getByText(fullName).first()).toBeVisible()
      expect(patientLists).toHaveLength(2)
    })

    const row = page.getByRole('row').filter({ hasText: fullName })
    const id = (await row.getByText(/^ZL-\d+$/).innerText()).slice('ZL-'.length)
    await test.step('shows it under the id that the server gave, as ZL-id [API-ENT-23]', async () => {
      const { data: patients } = await (await data.as(user)).call(contract.patients.list, {})
      expect(patients.map((patient) => String(patient.id))).toEqual([id])
      await page.goto(`/user/patients/view/${id}`)
      await expect(page.getByText(`ZL-${id}`, { exact: true }).filter({ visible: true })).toHaveCount(1)
      await page.getByRole('link', { name: 'View Reports' }).click()
      await expect(page.getByText('0 reports found')).toBeVisible()
      await page.getByRole('link', { name: 'View Patients' }).click()
      await row.getByRole('link', { name: /Publish/ }).click()
      await expect(page.getByText(`ZL-${id}`, { exact: true })).toBeVisible()
    })

    await test.step('shows the report in the list although that was cached [CACHE-20]', async () => {
      const before = reportLists.length
      await page.locator('input[type=file]').setInputFiles(samplePdf())
      await expect(page.getByTestId('uploaded-file')).toBeVisible()
      await page.getByLabel(/^Report Title/).fill(title)
      await page.getByRole('combobox', { name: 'Report Type' }).click()
      await page.getByRole('option', { name: `${reportType.id} - ${reportType.title}` }).click()
      await page.getByRole('button', { name: 'Publish Report' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(toast(page, 'Report published successfully')).toBeVisible()
      await expect(page).toHaveURL('/user/reports')
      await expect(page.getByText(title).first()).toBeVisible()
      await expect(page.getByText('1 report found')).toBeVisible()
      expect(reportLists.length).toBe(before + 1)
    })
  })
