import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { pageSizes } from '../printed-pages.ts'

test('says at the counter what is missing after one of two reports was published [VISIT-73]', async ({
  page,
  data,
  signIn,
}) => {
  const receptionist = await data.user('Receptionist')
  const lab = receptionist.lab ?? { id: 0 }
  const technician = await data.user('Technician', lab)
  const [blood, glucose] = [
    await data.reportType(technician, `Blood ${data.next()}`),
    await data.reportType(technician, `HbA1c ${data.next()}`),
  ]
  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true },
  })
  const patient = await data.patient(receptionist)
  const asReceptionist = await data.as(receptionist)
  const visit = { params: { id: String(patient.id) }, body: { reportTypeIds: [blood.id, glucose.id] } }
  await asReceptionist.call(contract.visits.addVisit, visit)
  await data.report(technician, patient, { reportType: blood })
  await signIn(receptionist)
  await page.goto('/user/dashboard')
  await expect(page.getByRole('combobox', { name: 'Find a patient' })).toBeFocused()
  await page.keyboard.type(`ZL-${patient.id}`)
  const missing = `1 of 2 ready: ${glucose.title} missing`
  await expect(page.getByRole('option').first()).toContainText(missing)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Counter' })).toContainText(missing)
  const list = page.getByRole('list', { name: 'Awaited today' })
  await expect(list).toContainText(missing)
  await expectAccessibleInBothSchemes(page)
  await test.step('takes its payment with one click [VISIT-81, DESIGN-20]', async () => {
    await page
      .getByRole('region', { name: 'Counter' })
      .getByRole('button', { name: `Due: ${patient.fullName}` })
      .click()
    await expect(list.getByText(/payment due/i)).toHaveCount(1)
  })
  await test.step('takes it back after longer than a toast without an action stays [A11Y-08]', async () => {
    await page.waitForTimeout(6000)
    await page.getByRole('button', { name: 'Undo' }).click()
    await list.getByRole('button', { name: `Paid: ${patient.fullName}`, exact: true }).click()
    await expect(list.getByRole('button')).toHaveCount(0)
  })
  await test.step('prints the list of what is ready and was not collected [VISIT-124]', async () => {
    await data.report(technician, patient, { reportType: glucose })
    await page.reload()
    await page.getByRole('tab', { name: 'Not collected 1' }).click()
    await expect(page.getByRole('list', { name: 'Not collected' })).toContainText(patient.fullName)
    await page.evaluate(() => (window.print = () => undefined))
    await page.getByRole('button', { name: 'Print List' }).click()
    const dialog = page.getByRole('dialog', { name: 'Print List' })
    await expect(dialog.getByRole('row', { name: patient.fullName })).toContainText(
      `${blood.title}, ${glucose.title} published`,
    )
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Print List' }).click()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('row', { name: patient.fullName })).toBeVisible()
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([[210, 297]])
    await page.emulateMedia({ media: 'screen' })
  })
})
