import { contract, REFUSAL } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { samplePdf } from '../sample-files.ts'

const MEGABYTE = 1024 * 1024

test('sends the next request after a large file that is refused [SAFE-16]', async ({
  page,
  data,
  signIn,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await signIn(doctor)
  const publishing = new PublishPage(page)
  const alert = page.getByRole('region', { name: 'Report File' }).getByRole('alert')
  watch.allowHttp(415, contract.reports.uploadFile.path)

  for (const size of [9 * MEGABYTE, 3 * MEGABYTE]) {
    await publishing.open(patient.id)
    await publishing.picker.setInputFiles({
      name: 'report.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(size, 'This is no PDF. '),
    })
    await expect(alert).toHaveText(REFUSAL.FILE_CONTENT_MISMATCH)
    await publishing.picker.setInputFiles(samplePdf())
    await expect(publishing.fileCard).toContainText('blood-count.pdf')
  }
})
