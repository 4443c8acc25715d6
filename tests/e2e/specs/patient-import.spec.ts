import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect } from '../fixtures.ts'
import { GOOD_ROWS, test } from '../import-fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { ImportPage } from '../pages/import-page.ts'
import { patientFile } from '../patient-files.ts'

const IMPORT_ADDRESS = /\/user\/patients\/import\?id=\d+/

test('A Doctor registers the patients of a file: chosen, checked, looked at, confirmed [IMPORT-08]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  const known = await data.patient(doctor, { fullName: 'Karim Aziz', phone: '+971505550003' })
  await signIn(doctor)
  await page.goto('/user/patients')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const imports = new ImportPage(page)
  await expect(page.getByText(`The patients will belong to ${doctor.lab?.name}.`)).toBeVisible()

  await imports.upload(patientFile([...GOOD_ROWS, 'Huda Salem,+971505550004,1980-02-01,15']))
  await expect(imports.figure('Patients')).toContainText('4')
  await expect(page).toHaveURL(IMPORT_ADDRESS)
  await expect(imports.figure('Errors')).toContainText('0')
  await expect(imports.figure('Possible duplicates')).toContainText('2')
  const file = page.getByRole('region', { name: 'The file', exact: true })
  for (const detail of ['UTF-8', 'comma', 'Room']) await expect(file).toContainText(detail)
  // Rows that need a review come first.
  await expect(imports.tab('Possible duplicates')).toHaveAttribute('aria-current', 'page')
  await expect(imports.rows.getByRole('row')).toHaveCount(3)
  await expect(imports.rows.getByRole('link', { name: `ZL-${known.id} Karim Aziz` })).toHaveAttribute(
    'href',
    `/user/patients/view/${known.id}`,
  )
  await expect(imports.rows).toContainText('Similar to row 2 of this file')
  await imports.tab('All rows').click()
  await expect(imports.rows).toContainText('محمد العلي')
  await expectAccessibleInBothSchemes(page, 'main')

  await imports.register.click()
  await expect(imports.question).toContainText(
    `Are you sure you want to register 2 patients in ${doctor.lab?.name}? This action is irreversible.`,
  )
  await expect(imports.question).toContainText('2 possible duplicates are skipped.')
  await imports.question.getByRole('button', { name: 'Cancel' }).click()
  await imports.leaveOut.uncheck()
  await expect(imports.register).toHaveText('Register 4 Patients')
  await imports.leaveOut.check()
  await imports.register.click()
  await imports.confirm()
  await expect(page.getByText(`2 patients were registered in ${doctor.lab?.name}`)).toBeVisible()
  await expect(page.getByText('2 possible duplicates were skipped.')).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'main')

  // The cached list is refetched.
  await page.getByRole('main').getByRole('link', { name: 'View Patients' }).click()
  await expect(page.getByRole('row', { name: /محمد العلي/ })).toBeVisible()
})

test('Errors are listed in pages and downloaded, nothing can be confirmed, and a reload keeps it all [IMPORT-08]', async ({
  page,
  imports,
}) => {
  await imports.dateOrder.selectOption('Day first: 31/12/1990')
  const wrong = Array.from({ length: 25 }, (_, index) => `Anyone ${index},12,31/12/1990,`)
  await imports.upload(patientFile([...wrong, 'Huda Salem,+971505550001,31/12/1990,']))
  await expect(
    page.getByText('25 rows have errors, so the file cannot be registered as a whole'),
  ).toBeVisible()
  await expect(imports.register).toHaveCount(0)
  await expect(imports.rows.getByRole('row', { name: /Anyone 0/ })).toContainText(
    'Phone: Please enter a valid phone number',
  )
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(imports.rows.getByRole('row')).toHaveCount(6)
  await page.reload()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(imports.rows.getByRole('row', { name: /Anyone 24/ })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Errors' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('import-errors.csv')
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')[1]).toBe(
    '2,Phone,Please enter a valid phone number,12',
  )
  await imports.tab('Possible duplicates').click()
  await expect(page.getByText('No possible duplicates found')).toBeVisible()

  // Options are kept for the next file.
  await imports.anotherFile.click()
  await expect(imports.dateOrder).toHaveValue('dmy')
  await expect(page).toHaveURL('/user/patients/import')
  await imports.upload(patientFile(['Huda Salem,+971505550001,31/12/1990,']))
  await expect(imports.register).toHaveText('Register 1 Patient')
})

test('The valid rows of a file with errors are registered after a second confirmation, the bad ones downloaded [IMPORT-13]', async ({
  page,
  imports,
}) => {
  await imports.upload(patientFile(['Broken Row,12,1990-12-31,', 'Valid Row,+971505550011,1990-12-31,']))
  const downloadBadRows = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the Bad Rows' }).click(),
    ])
    return readFile(await download.path(), 'utf8')
  }
  expect(await downloadBadRows()).toContain('Broken Row')
  await page.getByRole('button', { name: 'Register the 1 Valid Row' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register only the valid rows?' })
  const register = dialog.getByRole('button', { name: 'Register', exact: true })
  await expect(register).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^1 row with errors is not registered/ }).check()
  await register.click()
  await expect(page.getByText('1 row with errors was skipped.')).toBeVisible()
  await expect(page.getByText(/^1 patient was registered in/)).toBeVisible()
  const rows = await downloadBadRows()
  expect(rows).toContain('Broken Row')
  expect(rows).not.toContain('Valid Row')
  await page.getByRole('main').getByRole('link', { name: 'View Patients' }).click()
  await expect(page.getByRole('row', { name: /Valid Row/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Broken Row/ })).toHaveCount(0)
})

test('The Admin names the lab; the template has the columns that are understood [IMPORT-08]', async ({
  page,
  data,
  signIn,
}) => {
  // With one lab, it would be chosen already.
  const [lab] = [await data.lab(), await data.lab()]
  await signIn(data.admin)
  const imports = new ImportPage(page)
  await imports.open()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download template' }).click(),
  ])
  const template = await readFile(await download.path(), 'utf8')
  expect(template).toBe(
    '\ufeffFull Name,Phone,Date of Birth,Gender,Email,EMR ID,Address,City,Registration Type,Language,Email Consent,SMS Consent,WhatsApp Consent\r\n',
  )
  const filled = Buffer.from(
    `${template}Huda Salem,+971505550001,1990-01-01,F,h@mail.test,E-1,1 Palm St,Dubai,Walk-in`,
  )
  const file = { name: 'filled.csv', mimeType: 'text/csv', buffer: filled }
  await imports.upload(file)
  await expect(page.getByText('Please select the lab that these patients belong to')).toBeVisible()
  await imports.lab.click()
  await page.getByRole('option', { name: lab.name, exact: true }).click()
  await imports.upload(file)
  await expect(imports.register).toHaveText('Register 1 Patient')
  await expect(page.getByText('Ignored columns')).toHaveCount(0)
  await imports.register.click()
  await expect(imports.question).toContainText(`register 1 patient in ${lab.name}?`)
})

test('On a phone everything has its place', async ({ page, imports }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await imports.upload(patientFile([...GOOD_ROWS, `${'x'.repeat(200)},1,2,3`]))
  await expect(page.getByRole('article', { name: 'Row 5' })).toBeVisible()
  await expectNoAxeViolations(page, 'main')
  await expectNothingSticksOut(page)
})

test('Only holders of the permission find the way there [IMPORT-08]', async ({ page, data, signIn }) => {
  await signIn(await data.user('Receptionist'))
  await page.goto('/user/patients')
  await expect(page.getByRole('link', { name: 'Add New', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0)
  await page.goto('/user/patients/import')
  await expect(page.getByRole('heading', { name: 'Unauthorized Access' })).toBeVisible()
})

test('The names of a file are shown as they are read, and another encoding reads the file again [IMPORT-25]', async ({
  page,
  imports,
}) => {
  const shown = page.getByRole('list', { name: 'Names as they are read' })
  const encoding = page.getByRole('combobox', { name: 'Encoding', exact: true })
  const file = {
    name: 'old.csv',
    mimeType: 'text/csv',
    buffer: Buffer.concat([
      Buffer.from('Full Name,Phone,Date of Birth\r\n'),
      Buffer.from([0xe3, 0xcd, 0xe3, 0xcf]),
      Buffer.from(',+971505550031,1980-02-01\r\nHuda Salem,+971505550032,1981-02-01\r\n'),
    ]),
  }
  await imports.upload(file)
  await expect(page.getByRole('alert')).toContainText('could not be recognized with certainty')
  await expect(shown).toHaveText('محمد')
  await expect(encoding).toHaveValue('Windows-1256')
  await expectNoAxeViolations(page)
  await encoding.selectOption('Arabic (ISO-8859-6)')
  await expect(shown).toHaveText('كحكد')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await encoding.selectOption('Arabic (Windows-1256)')
  await expect(shown).toHaveText('محمد')
  await expect(imports.register).toHaveText('Register 2 Patients')

  // Options chosen before the file apply at once.
  await imports.anotherFile.click()
  await page.getByRole('combobox', { name: 'Encoding of the file' }).selectOption('Arabic (ISO-8859-6)')
  await imports.upload(file)
  await expect(shown).toHaveText('كحكد')
})
