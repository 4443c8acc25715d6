import type { Locator } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { dropFiles } from '../inbox-files.ts'
import { samplePdf, samplePng, type SampleFile } from '../sample-files.ts'
import { toasts } from '../toasts.ts'

const numbered = (count: number): SampleFile[] =>
  Array.from({ length: count }, (_, index) => ({
    ...(index % 2 ? samplePng() : samplePdf()),
    name: `result-${index}.${index % 2 ? 'png' : 'pdf'}`,
    // Equal bytes would be one file.
    buffer: Buffer.concat([(index % 2 ? samplePng() : samplePdf()).buffer, Buffer.from(`\n%${index}\n`)]),
  }))

test('takes several files that are dropped at once', async ({ page, data, signIn, calls }) => {
  const technician = await data.user('Technician')
  const patient = await data.patient(technician)
  await signIn(technician)
  const headline = page.getByRole('heading', { level: 1 })
  const zone = page.getByText('Drag a file here', { exact: false })
  const sent = calls.seen(contract.inbox.upload)
  const places: [string, () => Locator, string][] = [
    ['anywhere on the dashboard', () => headline, '/user/dashboard'],
    ['on the card of the dashboard', () => zone, '/user/dashboard'],
    ['on the form of a report', () => zone, `/user/patient/${patient.id}/report/publish`],
  ]
  for (const [index, [place, target, address]] of places.entries())
    await test.step(`${place} go to the inbox, every one, and the person is told [INBOX-195]`, async () => {
      await page.goto(address)
      await expect(zone.first()).toBeVisible()
      const files = numbered(20).map((file) => ({ ...file, name: `${index}-${file.name}` }))
      await dropFiles(page, files, target().first())
      await expect(
        toasts(page)
          .getByText(/^20 files are being added to the inbox/)
          .first(),
      ).toBeVisible()
      await expect(() => expect(sent).toHaveLength(20 * (index + 1))).toPass()
      expect(new URL(page.url()).pathname).toBe(address)
    })

  await test.step('leaves them all where one file fits, and says so [INBOX-195]', async () => {
    await signIn(await data.user('Doctor'))
    await page.goto('/user/patients/import')
    const uploads = calls.seen(contract.patientImport.start)
    await dropFiles(page, numbered(2), zone.first())
    await expect(toasts(page).getByText(/Only one file fits here/)).toBeVisible()
    expect(uploads).toHaveLength(0)
  })
})
