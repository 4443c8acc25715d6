import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectPublicPageAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { samplePdf } from '../sample-files.ts'

test('a patient follows a visit by the link of a slip, which opens the report once it is ready [PROMISE-06]', async ({
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
