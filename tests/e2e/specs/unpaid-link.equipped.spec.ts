import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect } from '../fixtures.ts'
import { linkIn, test } from '../mail-fixtures.ts'

test('holds a link until the visit is paid [PAY-10]', async ({ page, data, signIn, mail }) => {
  const technician = await data.user('Technician')
  const lab = technician.lab ?? { id: 0, name: '' }
  await signIn(data.admin)
  await page.goto(`/user/labs/${lab.id}?tab=visits`)
  await test.step('settings of visits are saved together [VISIT-100]', async () => {
    const edit = page.getByRole('button', { name: 'Edit Visits' })
    await edit.click()
    const dialog = page.getByRole('dialog', { name: 'Visits' })
    await dialog.getByRole('checkbox', { name: 'Use visits' }).press('Space')
    await dialog.getByRole('checkbox', { name: 'Hold links until paid' }).press('Space')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(page.getByText('Held until paid')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Turn-around' })).toBeVisible()
  })

  const patient = await data.patient(technician, { fullName: 'Salma Nasser' })
  const email = patient.email ?? ''
  const client = await data.as(technician)
  const params = { id: String(patient.id) }
  await client.call(contract.deliveries.updatePatientDelivery, {
    params,
    body: { consents: { email: true } },
  })
  const { data: visit } = await client.call(contract.visits.addVisit, { params, body: { payment: 'due' } })
  const report = await data.report(technician, patient)
  await client.call(contract.visits.updateVisit, {
    params: { id: String(visit.id) },
    body: { reportIds: [report.id] },
  })
  await signIn(technician)
  await page.goto(`/user/reports/view/${report.id}`)
  await page.getByRole('button', { name: 'Send to Patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to Patient' })
  await dialog.getByRole('radio', { name: 'Printed slip' }).click()
  await expect(dialog.getByText('A link that you hand over opens once it is paid or waived')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Email' }).click()
  await expect(dialog.getByText('The link waits until it is paid')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Send Email' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Deliveries', exact: true })
      .getByText('Waits for payment', { exact: true })
      .first(),
  ).toBeVisible()
  await expect
    .poll(() => mail.mailsTo(email).map(({ text }) => text))
    .toEqual([`${lab.name}: Your report is ready. Please contact the lab.`])
  await page.goto(`/user/patients/view/${patient.id}`)
  await page.getByRole('region', { name: 'Visits' }).getByRole('button', { name: 'Mark as Paid' }).click()
  await expect.poll(() => mail.mailsTo(email).length).toBe(2)
  expect(linkIn(mail, email)).toContain('/r/')
})
