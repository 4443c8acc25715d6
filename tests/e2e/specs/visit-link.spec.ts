import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectPublicPageAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import { samplePdf } from '../sample-files.ts'

test('lets a patient follow a visit by the link of a slip, which opens the report once it is ready [PROMISE-06]', async ({
  page,
  data,
  signIn,
  browser,
}) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0, name: '' }
  await signIn(data.admin)
  await page.goto(`/user/labs/${lab.id}?tab=visits`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const settings = page.getByRole('dialog', { name: 'Visits' })
  await settings.getByRole('checkbox', { name: 'Use visits' }).click()
  await settings.getByRole('checkbox', { name: 'Links for patients who wait' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Handed over', { exact: true })).toBeVisible()

  const patient = await data.patient(doctor, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const type = await data.reportType(doctor)
  const client = await data.as(doctor)
  await client.call(contract.visits.addVisit, {
    params: { id: String(patient.id) },
    body: {
      reportTypeIds: [type.id],
      promisedAt: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    },
  })
  await signIn(doctor)
  await page.goto(`/user/patients/view/${patient.id}`)
  const opener = page.getByRole('region', { name: 'Visits' }).getByRole('button', { name: 'Hand Over Link' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Hand Over Link' })
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Create Slip' }).click()
  const made = page.getByRole('dialog', { name: 'Link ready' })
  await expect(made.getByText(/^Your document is expected by/)).toBeVisible()
  await expect(made.getByRole('button', { name: 'Print Slip' })).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  const address = /https?:\S+\/r\/\w+/.exec(await made.innerText())?.[0] ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(opener).toBeFocused()

  const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
  const phone = await context.newPage()
  await phone.goto(address)
  await expect(phone.getByText('It is expected by')).toBeVisible()
  await expectPublicPageAccessible(phone)
  await expect(phone.getByText(type.title)).toHaveCount(0)
  await expect(phone.getByText('Mansour')).toHaveCount(0)

  await data.report(doctor, patient, {
    title: 'Lipid Panel',
    reportType: type,
    file: samplePdf(),
  })
  await phone.goto(address)
  for (const [name, value] of Object.entries({ day: '12', month: '4', year: '1985' }))
    await phone.locator(`[name=${name}]`).fill(value)
  await phone.getByRole('button', { name: 'Show document' }).click()
  await expect(phone.getByRole('heading', { name: 'Lipid Panel' })).toBeVisible()
  await context.close()
})

test('hands over the link right after the registration [PROMISE-07]', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const lab = receptionist.lab ?? { id: 0, name: '' }
  const type = await data.reportType(await data.user('Doctor', lab), 'Ferritin')
  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true, givesLinks: true },
  })
  await signIn(receptionist)
  const form = new RegistrationPage(page)
  await form.open()
  await form.fill({
    fullName: 'Salma Nasser',
    emrId: 'EMR-77',
    phone: '+971501112299',
    email: 'salma@mail.test',
    dob: '1991-06-02',
    gender: 'FEMALE',
    line1: '9 Corniche Road',
    city: 'Abu Dhabi',
  })
  await page.getByRole('combobox', { name: 'Expected reports' }).click()
  await page.keyboard.type(type.title)
  await page.keyboard.press('Enter')
  await form.submit.click()
  await page.getByRole('button', { name: 'Hand Over Link' }).click()
  await expect(page.getByRole('dialog', { name: 'Hand Over Link' })).toBeVisible()
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Link ready' })
  await expect(made.getByText('Your document is being prepared')).toBeVisible()
  await expect(made.getByText(type.title)).toHaveCount(0)
})

test('lists the documents of a visit on phone and desktop, in English and Arabic [VLINK-14]', async ({
  data,
  browser,
}, info) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0, name: '' }
  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true, givesLinks: true },
  })
  const patient = await data.patient(doctor, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const types = [await data.reportType(doctor), await data.reportType(doctor), await data.reportType(doctor)]
  const client = await data.as(doctor)
  const { data: visit } = await client.call(contract.visits.addVisit, {
    params: { id: String(patient.id) },
    body: {
      reportTypeIds: types.map(({ id }) => id),
      promisedAt: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    },
  })
  for (const [index, title] of ['Lipid Panel', 'Vitamin D and a long title that needs two lines'].entries())
    await data.report(doctor, patient, {
      title,
      reportType: types[index] ?? { id: 0 },
      file: samplePdf(),
    })
  const { data: slip } = await client.call(contract.deliveries.handOverVisitLink, {
    params: { id: String(visit.id) },
    body: { language: 'en' },
  })
  const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
  const page = await context.newPage()
  await page.goto(slip.link)
  await expect(page.getByText('2 of 3 documents are ready.')).toBeVisible()
  await expectPublicPageAccessible(page)
  await page.screenshot({ path: info.outputPath('identify-390.png'), fullPage: true })
  for (const [name, value] of Object.entries({ day: '12', month: '4', year: '1985' }))
    await page.locator(`[name=${name}]`).fill(value)
  await page.getByRole('button', { name: 'Show document' }).click()
  for (const [width, language] of [
    [390, 'en'],
    [1440, 'en'],
    [390, 'ar'],
    [1440, 'ar'],
  ] as const) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(`${slip.link}?lang=${language}`)
    await expect(page.getByRole('link', { name: 'Lipid Panel' })).toBeVisible()
    await expectPublicPageAccessible(page)
    await page.screenshot({ path: info.outputPath(`list-${language}-${width}.png`), fullPage: true })
  }
  await page.goto(slip.link)
  await page.getByRole('link', { name: 'Vitamin D' }).click()
  await expect(page.getByRole('heading', { name: 'Vitamin D' })).toBeVisible()
  await expectPublicPageAccessible(page)
  await expect
    .poll(() => page.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await page.screenshot({ path: info.outputPath('document-1440.png'), fullPage: true })
  await page.getByRole('link', { name: 'All documents of this visit' }).click()
  await page.getByRole('link', { name: 'Lipid Panel' }).click()
  await expect(page.getByRole('heading', { name: 'Lipid Panel' })).toBeVisible()
  await context.close()
})
