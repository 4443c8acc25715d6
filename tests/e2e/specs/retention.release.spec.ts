import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { toast } from '../toasts.ts'

test('keeping records [RETAIN-11]', async ({ page, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await data.report(doctor, patient)
  await signIn(data.admin)
  await page.goto(`/user/patients/view/${patient.id}`)
  const card = page.getByRole('region', { name: 'Retention' })
  const dialog = page.getByRole('dialog')

  await test.step('shows the end date', async () => {
    const until = String(new Date().getFullYear() + 25)
    await expect(
      card.getByText(/^Kept until .* at least: 25 years after the latest report\.$/),
    ).toContainText(until)
  })

  await test.step('needs a reason for a hold, and entries stay', async () => {
    await card.getByRole('button', { name: 'Place Legal Hold' }).click()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('no')
    watch.allowHttp(400, '/patient/placeHold/')
    await dialog.getByRole('button', { name: 'Place Hold' }).click()
    await expect(dialog.getByText('Please give a reason of at least 3 characters')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toHaveValue('no')
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialog.getByLabel('Reason').fill('Court case 12/2026')
    await dialog.getByRole('button', { name: 'Place Hold' }).click()
    await expect(toast(page, 'Legal hold placed')).toBeVisible()
    await expect(card.getByRole('listitem')).toContainText('Court case 12/2026')
    await expect(card.getByText('Kept until the legal hold is lifted.')).toBeVisible()
    await expectAccessibleInBothSchemes(page, card)
  })

  await test.step('keeps a lifted hold in the history', async () => {
    await card.getByRole('button', { name: 'Lift Legal Hold' }).click()
    await dialog.getByLabel('Reason').fill('The case is closed')
    await dialog.getByRole('button', { name: 'Lift Hold' }).click()
    await expect(toast(page, 'Legal hold lifted')).toBeVisible()
    await expect(card.getByRole('listitem')).toContainText('The case is closed')
  })

  await test.step('shows it to a doctor, who saves the record but holds nothing', async () => {
    await signIn(doctor)
    await page.goto(`/user/patients/view/${patient.id}`)
    await expect(card.getByText(/^Kept until/)).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    const saving = page.waitForEvent('download')
    await card.getByRole('link', { name: 'Export Record' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`patient-ZL-${patient.id}.zip`)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  })
})
