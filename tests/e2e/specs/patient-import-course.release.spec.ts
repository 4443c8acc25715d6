import { contract } from '@zelab/contract'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect } from '../fixtures.ts'
import { GOOD_ROWS, test } from '../import-fixtures.ts'
import { patientFile } from '../patient-files.ts'

const pretend = (page: Page, changesTo: (known: { state: string }) => object) =>
  page.route('**/patient/import/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const json = (await (await route.fetch()).json()) as { data: { state: string } }
    return route.fulfill({ json: { ...json, data: { ...json.data, ...changesTo(json.data) } } })
  })

test('The progress of checking and writing is shown, and polling stops once it is done [IMPORT-08]', async ({
  page,
  imports,
  calls,
}) => {
  const asked = calls.seen(contract.patientImport.get)
  const shown = { state: 'checking', rowsTotal: null as number | null, rowsChecked: 0, rowsWritten: 0 }
  await pretend(page, () => (shown.state ? shown : {}))
  await imports.upload(patientFile(GOOD_ROWS))
  await expect(page.getByRole('heading', { name: 'Checking the file' })).toBeVisible()
  await expect(page.getByText('Just a moment')).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'main')
  Object.assign(shown, { rowsTotal: 3000, rowsChecked: 1500 })
  await expect(page.getByText('1,500 of 3,000 rows')).toBeVisible()
  await expect(imports.progress).toHaveAttribute('aria-valuenow', '50')
  await page.reload()
  await expect(page.getByText('1,500 of 3,000 rows')).toBeVisible()
  Object.assign(shown, { rowsChecked: 3000 })
  await expect(page.getByText('Looking for duplicates in patients.csv')).toBeVisible()
  shown.state = ''
  await expect(imports.register).toHaveText('Register 3 Patients')

  Object.assign(shown, { state: 'writing', rowsWritten: 1000, rowsTotal: 4000, rowsChecked: 4000 })
  await imports.register.click()
  await imports.confirm()
  await expect(page.getByText('1,000 of 4,000 patients')).toBeVisible()
  shown.state = ''
  await expect(page.getByText('3 patients were registered in')).toBeVisible()
  const before = asked.length
  await page.waitForTimeout(2000)
  expect(asked.length).toBe(before)
})

test('An import can be cancelled while it is checked [IMPORT-08]', async ({ page, imports }) => {
  await pretend(page, ({ state }) => (state === 'cancelled' ? {} : { state: 'checking' }))
  await imports.upload(patientFile(GOOD_ROWS))
  await expect(page.getByRole('heading', { name: 'Checking the file' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Import canceled. No patients were registered.')
  await expectAccessibleInBothSchemes(page, page.getByRole('alert'))
  await imports.anotherFile.click()
  await expect(imports.chooseFile).toBeFocused()
})

test('A refused file shows the reason, and another one can be chosen at once [IMPORT-09]', async ({
  page,
  imports,
}) => {
  await imports.upload({ name: 'list.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') })
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('This is not a CSV file. Please save the table as CSV and try again.')
  await imports.upload({ name: 'scan.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7\n1 0 obj') })
  await expect(alert).toContainText('scan.csv cannot be imported')
  await expect(alert).toContainText('This is not a CSV file. Please save the table as CSV and try again.')
  await expectAccessibleInBothSchemes(page, alert)
  await imports.upload({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Phone\nA,B') })
  await expect(alert).toContainText(
    'The first row must name the columns Full Name, Phone and Date of Birth. Not found: Date of Birth.',
  )
  await imports.upload(patientFile(GOOD_ROWS))
  await expect(imports.register).toHaveText('Register 3 Patients')
})

test('Errors are shown, and can be corrected [IMPORT-08]', async ({
  page,
  data,
  doctor,
  imports,
  calls,
  watch,
}) => {
  await calls.refuse(
    contract.patientImport.start,
    503,
    'The service is temporarily unavailable. Please try again.',
  )
  await imports.upload(patientFile(GOOD_ROWS))
  await expect(page.getByRole('alert')).toContainText('temporarily unavailable')
  await calls.restore()
  await imports.upload(patientFile(GOOD_ROWS))
  await expect(imports.register).toBeVisible()

  // Confirmed in another window meanwhile: the page shows the outcome.
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const api = await data.as(doctor)
  await api.call(contract.patientImport.confirm, { params: { id: String(id) }, body: {} })
  watch.allowHttp(409, /confirm/)
  await imports.register.click()
  await imports.confirm()
  await expect(page.getByText('This import can no longer be confirmed')).toBeVisible()
  await expect(page.getByText('3 patients were registered in')).toBeVisible()

  await calls.answer(contract.patientImport.get, {
    success: true,
    message: 'OK',
    data: {
      ...(await api.call(contract.patientImport.get, { params: { id: String(id) } })).data,
      state: 'failed',
      problem: 'The patients could not be registered. Nothing was written.',
    },
  })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'The patients could not be registered. Nothing was written.',
  )
  await expect(imports.anotherFile).toBeFocused()
  await calls.restore()

  watch.allowHttp(404, /patient\/import\/999999/)
  await page.goto('/user/patients/import?id=999999')
  await expect(page.getByText('Import not found')).toBeVisible()
  await page.getByRole('button', { name: 'Choose a File' }).click()
  await expect(imports.chooseFile).toBeVisible()
})
