import type { Page } from '@playwright/test'
import { contract, FALLBACK, fileTooLarge, REFUSAL } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectOpensFileInNewTab } from '../pages/files.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { sampleJpeg, samplePdf, samplePng, type SampleFile } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const MEGABYTE = 1024 * 1024

const textFile = (name: string, mimeType: string): SampleFile => ({
  name,
  mimeType,
  buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
})

const drop = async (page: Page, { name, mimeType, buffer }: SampleFile) => {
  const dataTransfer = await page.evaluateHandle(
    ([base64, fileName, type]) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], fileName, { type }))
      return transfer
    },
    [buffer.toString('base64'), name, mimeType] as const,
  )
  await page.getByText('Drag a file here, or').dispatchEvent('drop', { dataTransfer })
}

test('uploads the file of a report', async ({ page, calls, data, signIn }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician)
  await signIn(technician)
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)
  const api = await data.as(technician)
  const removed = calls.seen(contract.reports.deleteFile)

  await test.step('starts without a file [PUB-19]', async () => {
    await expect(publishing.chooseFile).toBeVisible()
    await expect(publishing.fileCard).toHaveCount(0)
    await expect(publishing.progress).toHaveCount(0)
  })

  await test.step('while it uploads that can be seen, and nothing published [PUB-19, PUB-20]', async () => {
    const release = await calls.hold(contract.reports.uploadFile)
    await publishing.picker.setInputFiles(samplePdf())
    await expect(publishing.progress).toContainText('blood-count.pdf')
    await expect(publishing.progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^\d+$/)
    await expect(publishing.chooseFile).toHaveCount(0)
    await expect(publishing.submit).toBeDisabled()
    await expectAccessibleInBothSchemes(page, page.getByRole('region', { name: 'Report File' }))
    await publishing.progress.getByRole('button', { name: 'Cancel' }).click()
    release()
  })

  await test.step('canceled, there is none again, with the focus on the file picker [PUB-19]', async () => {
    await expect(publishing.chooseFile).toBeFocused()
    await expect(publishing.submit).toBeEnabled()
    await expect(publishing.fileCard).toHaveCount(0)
    await calls.restore()
  })

  await test.step('uploaded, it can be looked at in a new tab [PUB-19, PUB-21]', async () => {
    await publishing.upload(samplePdf())
    await expect(publishing.progress).toHaveCount(0)
    const link = publishing.fileCard.getByRole('link', { name: 'View File', exact: true })
    await expect(link).toHaveAttribute('target', '_blank')
    await expectOpensFileInNewTab(link, samplePdf())
  })

  const remove = publishing.fileCard.getByRole('button', { name: 'Remove' })
  await test.step('shows the reason of a failed removal, and the file stays [PUB-24, PUB-26]', async () => {
    await calls.refuse(contract.reports.deleteFile, 409, 'The file is being read')
    await remove.click()
    await expect(toast(page, 'The file is being read')).toBeVisible()
    await expect(publishing.fileCard).toContainText('blood-count.pdf')
    await expect(remove).toBeEnabled()
    await calls.restore()
  })

  await test.step('removes the card only after the server has removed the file [PUB-22, PUB-23, PUB-24]', async () => {
    const address = (await publishing.fileCard.getByRole('link').getAttribute('href')) ?? ''
    const release = await calls.hold(contract.reports.deleteFile)
    removed.length = 0
    await remove.click()
    await expect.poll(() => removed.length).toBe(1)
    expect(removed[0]?.postDataJSON()).toEqual({ fileUrl: new URL(address, page.url()).pathname })
    await expect(publishing.fileCard).toBeVisible()
    release()
    await expect(publishing.fileCard).toHaveCount(0)
    await expect(publishing.chooseFile).toBeFocused()
    expect((await api.get(address)).status()).toBe(404)
  })

  await test.step('pictures are taken too, and files that are dropped [PUB-19, PUB-27]', async () => {
    await publishing.upload(sampleJpeg())
    await remove.click()
    await expect(publishing.chooseFile).toBeFocused()
    await drop(page, samplePng())
    await expect(publishing.fileCard).toContainText('urine-scan.png')
    await expectOpensFileInNewTab(publishing.fileCard.getByRole('link', { name: 'View File' }), samplePng())
  })
})

test('explains why a file cannot be uploaded', async ({ page, calls, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  await signIn(doctor)
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)
  const sent = calls.seen(contract.reports.uploadFile)
  const alert = page.getByRole('region', { name: 'Report File' }).getByRole('alert')

  await test.step('shows the server’s message [PUB-19, ERR-01]', async () => {
    await calls.refuse(contract.reports.uploadFile, 503, 'The disk is full')
    await publishing.picker.setInputFiles(samplePdf())
    await expect(toast(page, 'The disk is full')).toBeVisible()
    await expect(alert).toHaveText('The disk is full')
    await expect(publishing.chooseFile).toBeVisible()
    await calls.restore()
  })

  await test.step('shows a general message without one [PUB-25]', async () => {
    for (const fail of [
      () => calls.cut(contract.reports.uploadFile),
      () => calls.refuse(contract.reports.uploadFile, 502, ''),
    ]) {
      await fail()
      await publishing.picker.setInputFiles(samplePdf())
      await expect(alert).toHaveText('Failed to upload file. Please try again.')
      await expect(toast(page, FALLBACK.upload).first()).toBeVisible()
      await calls.restore()
    }
  })

  await test.step('refuses another kind of file before it is sent [PUB-27, VAL-REPORT-10]', async () => {
    sent.length = 0
    await publishing.picker.setInputFiles(textFile('page.html', 'text/html'))
    await expect(alert).toHaveText(REFUSAL.FILE_TYPE_NOT_ALLOWED)
    await drop(page, textFile('tool.exe', 'application/octet-stream'))
    await expect(alert).toHaveText(REFUSAL.FILE_TYPE_NOT_ALLOWED)
    expect(sent).toHaveLength(0)
  })

  await test.step('refuses a disguised one [PUB-27, VAL-REPORT-10]', async () => {
    watch.allowHttp(415, contract.reports.uploadFile.path)
    await publishing.picker.setInputFiles(textFile('report.pdf', 'application/pdf'))
    await expect(alert).toHaveText(REFUSAL.FILE_CONTENT_MISMATCH)
    await expect(publishing.fileCard).toHaveCount(0)
  })

  await test.step('refuses one that is too large, before the wait [PUB-27]', async () => {
    sent.length = 0
    await expect(page.getByText('PDF, JPG, JPEG or PNG, up to 10 MB', { exact: true })).toBeVisible()
    await publishing.picker.setInputFiles({ ...samplePdf(), buffer: Buffer.alloc(10 * MEGABYTE + 1) })
    await expect(alert).toHaveText(fileTooLarge(10))
    expect(sent).toHaveLength(0)
  })

  await test.step('takes a good one afterwards [PUB-19]', async () => {
    await publishing.upload(samplePdf())
    await expect(alert).toHaveCount(0)
  })
})
