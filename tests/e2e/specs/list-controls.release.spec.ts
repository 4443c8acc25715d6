import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { PatientsPage } from '../pages/patients-page.ts'

test('shows the filters of a list', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  await data.patient(receptionist)
  await signIn(receptionist)
  const patients = new PatientsPage(page)
  await patients.open()

  await test.step('show the chosen filters, which are removed one by one [DESIGN-05]', async () => {
    await patients.filter('Gender').selectOption('male')
    await patients.filter('Status').selectOption('completed')
    const bar = page.getByRole('search', { name: 'Patients' })
    await expect(bar.getByText('Gender: Male')).toBeVisible()
    await bar.getByRole('button', { name: 'Clear Status' }).click()
    await expect(page).toHaveURL('/user/patients?gender=male')
    await expect(bar.getByRole('button', { name: 'Clear Status' })).toHaveCount(0)
  })

  await test.step('open with the keyboard and give the focus back [DESIGN-05]', async () => {
    const chip = page.getByRole('button', { name: 'Registered', exact: true })
    await chip.press('Enter')
    await expect(patients.filter('From date')).toBeFocused()
    await expectNoAxeViolations(page, page.getByRole('dialog', { name: 'Registered' }))
    await page.keyboard.press('Escape')
    await expect(chip).toBeFocused()
  })

  await test.step('stand on one line with the search [DESIGN-05]', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const search = (await patients.searchBox.boundingBox())?.y
    expect((await patients.filter('Gender').boundingBox())?.y).toBeCloseTo(search ?? 0, -1)
  })
})

test('keeps the chosen columns of a list [DESIGN-06]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  await data.patient(doctor)
  await signIn(doctor)
  const patients = new PatientsPage(page)
  await patients.open()
  const emr = patients.table.getByRole('columnheader', { name: 'EMR ID' })
  await expect(emr).toBeVisible()

  await page.getByRole('button', { name: 'Table view' }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: 'EMR ID' })
  await expect(choice).toBeChecked()
  await expectNoAxeViolations(page, page.getByRole('menu'))
  const kept = page.waitForResponse((response) => response.request().method() !== 'GET')
  await choice.click()
  await expect(choice).not.toBeChecked()
  await expect(emr).toHaveCount(0)
  await kept
  await page.reload()
  await expect(patients.rows.first()).toBeVisible()
  await expect(emr).toHaveCount(0)
})
