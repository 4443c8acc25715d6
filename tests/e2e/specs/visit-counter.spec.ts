import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { pageSizes } from '../printed-pages.ts'
import type { TestData } from '../test-data.ts'
import { toast, toasts } from '../toasts.ts'

/** Staff of a lab that uses visits, and two report types. */
const labWithVisits = async (data: TestData) => {
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
  return { receptionist, technician, blood, glucose }
}

test('says at the counter what is missing after one of two reports was published [VISIT-73]', async ({
  page,
  data,
  signIn,
}) => {
  const { receptionist, technician, blood, glucose } = await labWithVisits(data)
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
    await page.getByRole('link', { name: 'Not collected 1' }).click()
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

test('marks visits as paid and hands over their papers together [VISIT-127]', async ({
  page,
  data,
  signIn,
}) => {
  const { receptionist, technician, blood } = await labWithVisits(data)
  const asReceptionist = await data.as(receptionist)
  const patients = [await data.patient(receptionist), await data.patient(receptionist)]
  for (const patient of patients) {
    const body = { reportTypeIds: [blood.id], payment: 'due' as const }
    await asReceptionist.call(contract.visits.addVisit, { params: { id: String(patient.id) }, body })
    await data.report(technician, patient, { reportType: blood })
  }
  await signIn(receptionist)
  await page.goto('/user/dashboard')
  await page.getByRole('link', { name: 'Not collected 2' }).click()
  const card = page.getByRole('region', { name: 'Visits' })
  const list = card.getByRole('list', { name: 'Not collected' })
  const boxes = list.getByRole('checkbox')
  const bothNames = patients.map(({ fullName }) => fullName).join(', ')

  await test.step('pays with one click, and takes it back', async () => {
    await boxes.first().check()
    await boxes.last().check()
    await card.getByRole('button', { name: 'Mark 2 as Paid' }).click()
    await expect(toast(page, `Recorded 2 payments: ${bothNames}`)).toBeVisible()
    await expect(list.getByText(/payment due/i)).toHaveCount(0)
    await expect(card.getByRole('button', { name: /^Mark \d/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, `Took back 2 payments: ${bothNames}`)).toBeVisible()
    await expect(list.getByText(/payment due/i)).toHaveCount(2)
  })

  await test.step('hands over by the keyboard, and names what was handed over', async () => {
    for (const box of await boxes.all()) await expect(box).not.toBeChecked()
    await list.getByRole('link', { name: patients[0]?.fullName ?? '' }).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('ControlOrMeta+Enter')
    const dialog = page.getByRole('dialog', { name: 'Hand Over 2 Reports' })
    for (const { fullName } of patients)
      await expect(dialog.getByRole('listitem').filter({ hasText: fullName })).toContainText('Payment due')
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Hand Over', exact: true }).click()
    await expect(toasts(page).filter({ hasText: 'Handed over 2 reports' })).toContainText(
      patients[1]?.fullName ?? '',
    )
    await expect(card.getByText('All ready reports were sent or handed over')).toBeVisible()
  })
})
