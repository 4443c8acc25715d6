import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { expectSaves } from '../pages/files.ts'
import { withDatabase } from '../product-database.ts'
import { sampleJpeg, samplePng, sampleSlip } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('shows the reports on a patient’s page', async ({ page, calls, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const reportType = await data.reportType(doctor)
  const first = await data.report(doctor, patient, {
    reportType,
    title: 'Lipid panel',
    remark: 'Fasting sample, taken twice',
  })
  await data.report(doctor, patient, { reportType, title: 'Urine 3/4: <culture>', file: samplePng() })
  await data.report(doctor, patient, { reportType, title: 'Chest', file: sampleJpeg() })
  await withDatabase(server, (database) =>
    database.execute(`update reports set created_at = '2026-03-05T10:00Z' where id = $1`, [first.id]),
  )
  await signIn(doctor)
  await page.goto(`/user/patients/view/${patient.id}`)
  const card = page.getByRole('region', { name: 'Medical Reports', exact: true })
  const rows = card.locator('tbody').getByRole('row')

  await test.step('shows their columns in order [PATVIEW-28]', async () => {
    await expect(card.getByRole('columnheader')).toHaveText(['Title', 'Remark', 'Upload Date', 'Actions'])
  })

  await test.step('starts with the newest, with title, remark and date [PATVIEW-27, PATVIEW-28]', async () => {
    await expect(rows.locator('td:first-child')).toHaveText(['Chest', 'Urine 3/4: <culture>', 'Lipid panel'])
    await expect(rows.last().locator('td').nth(1)).toHaveText('Fasting sample, taken twice')
    await expect(rows.last().locator('td').nth(2)).toHaveText('March 5, 2026')
    await expect(rows.first().locator('td').nth(1)).toHaveText('N/A')
  })

  await test.step('saves them by title, with the file’s true ending [PATVIEW-33]', async () => {
    const download = (title: string) => card.getByRole('button', { name: `Download ${title}`, exact: true })
    await expectSaves(download('Lipid panel'), sampleSlip(), 'Lipid panel.pdf')
    await expectSaves(download('Chest'), sampleJpeg(), 'Chest.jpg')
    await expectSaves(download('Urine 3/4: <culture>'), samplePng(), 'Urine 3_4_ _culture_.png')
  })

  await test.step('shows a toast for a failed download [PATVIEW-33, ERR-01]', async () => {
    await calls.refuse(contract.reports.readFile, 503, 'The archive is closed')
    const button = card.getByRole('button', { name: 'Download Lipid panel', exact: true })
    await button.click()
    await expect(toast(page, 'The archive is closed')).toBeVisible()
    await expect(button).toBeEnabled()
  })
})
