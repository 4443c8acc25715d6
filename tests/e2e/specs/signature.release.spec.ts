import { chooseFile, textAs } from '../choose-file.ts'
import { expect, test } from '../fixtures.ts'
import { samplePng, type SampleFile } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('stores the signature of a user who publishes', async ({ page, data, signIn, openBrowser, watch }) => {
  const doctor = await data.user('Doctor')
  await signIn(doctor)
  await page.goto('/user/profile')
  const card = page.getByRole('region', { name: 'Signature', exact: true })
  const choose = (file: SampleFile) =>
    chooseFile(page, card.getByRole('button', { name: /^(Upload|Replace) Signature$/ }), file)

  await test.step('starts without one [STAMP-41]', async () => {
    await expect(card.getByText('No signature', { exact: true })).toBeVisible()
    await expect(
      card.getByText('It appears on the reports that you publish, if the lab’s letterhead includes it.'),
    ).toBeVisible()
  })

  await test.step('refuses what is no small picture [STAMP-41]', async () => {
    watch.allowHttp(415, '/user/signature')
    await choose(textAs('signature.png'))
    await expect(card.getByText('The picture must be a PNG or JPEG file')).toBeVisible()
    await choose({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) })
    await expect(card.getByText(/^The picture is larger than 256 kB/)).toBeVisible()
  })

  await test.step('stores it, and shows it after a reload [STAMP-41]', async () => {
    await choose(samplePng())
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await page.reload()
    const picture = card.getByRole('img', { name: 'Your signature' })
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('shows it to the user alone, and none to a Receptionist [STAMP-41]', async () => {
    const technician = await openBrowser(await data.user('Technician', doctor.lab ?? undefined))
    await technician.goto('/user/profile')
    await expect(technician.getByText('No signature', { exact: true })).toBeVisible()
    const receptionist = await openBrowser(await data.user('Receptionist', doctor.lab ?? undefined))
    await receptionist.goto('/user/profile')
    await expect(receptionist.getByRole('region', { name: 'Second factor' })).toBeVisible()
    await expect(receptionist.getByRole('region', { name: 'Signature', exact: true })).toHaveCount(0)
  })

  await test.step('removes it [STAMP-41]', async () => {
    await card.getByRole('button', { name: 'Remove Signature' }).click()
    await expect(toast(page, 'Signature removed')).toBeVisible()
    await expect(card.getByText('No signature', { exact: true })).toBeVisible()
  })
})
