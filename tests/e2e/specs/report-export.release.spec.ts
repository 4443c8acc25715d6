import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { ReportsPage } from '../pages/reports-page.ts'

test('exports the reports list as it is filtered', async ({ page, data, signIn, openBrowser }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Mona Darwish' })
  const reportType = await data.reportType(doctor)
  for (const title of ['First', 'Second']) await data.report(doctor, patient, { title, reportType })
  await data.report(doctor, patient, { title: 'Of another type' })
  await signIn(doctor)
  const reports = new ReportsPage(page)

  await test.step('follows the type and the order on screen [EXPORT-05]', async () => {
    await reports.open()
    await reports.typeFilter.selectOption(reportType.title)
    await reports.sortToggle.click()
    await expect(reports.titles).toHaveText(['First', 'Second'])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('reports.csv')
    const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
    expect(head).toContain('Report ID,Report Title,Patient,System ID')
    expect(lines.map((line) => line.split(',')[1])).toEqual(['First', 'Second'])
    expect(lines[0]).toContain(`Mona Darwish,ZL-${patient.id}`)
  })

  await test.step('stays hidden from a Receptionist', async () => {
    const desk = await openBrowser(await data.user('Receptionist', doctor.lab ?? undefined))
    await new ReportsPage(desk).open()
    await expect(new ReportsPage(desk).titles.first()).toBeVisible()
    await expect(desk.getByRole('link', { name: 'Export CSV' })).toHaveCount(0)
  })
})
