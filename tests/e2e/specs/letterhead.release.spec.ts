import type { Page } from '@playwright/test'
import { contract, type Lab, type Letterhead } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { chooseFile, textAs } from '../choose-file.ts'
import { expect, test } from '../fixtures.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePdf, samplePng, type SampleFile } from '../sample-files.ts'
import type { TestData } from '../test-data.ts'
import { toast } from '../toasts.ts'

const { getLetterhead, previewLetterhead, updateLetterhead } = contract.letterheads

const openDialog = async (page: Page, lab: Lab) => {
  await page.goto(`/user/labs/${lab.id}?tab=letterhead`)
  await page.getByRole('button', { name: 'Edit Letterhead' }).click()
  return page.getByRole('dialog', { name: 'Letterhead' })
}

const turnOnLetterhead = async (data: TestData, lab: { id: number }) => {
  const admin = await data.as(data.admin)
  const params = { id: String(lab.id) }
  const { data: stored } = await admin.call(getLetterhead, { params })
  const { accreditation, corner, marginX, marginY, showsSignature } = stored
  await admin.call(updateLetterhead, {
    params,
    body: { isUsed: true, accreditation, corner, marginX, marginY, showsSignature },
  })
}

test('lets the Admin give a lab its letterhead', async ({ page, data, signIn, calls, watch }) => {
  const lab = await data.lab()
  const admin = await data.as(data.admin)
  const stored = async () => (await admin.call(getLetterhead, { params: { id: String(lab.id) } })).data
  await signIn(data.admin)
  const previews = calls.seen(previewLetterhead)
  const bodies = () => previews.map((request) => request.postDataJSON() as Record<string, unknown>)
  const dialog = await openDialog(page, lab)
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const picture = preview.getByRole('img', { name: 'First page with this letterhead' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const number = dialog.getByRole('textbox', { name: 'Accreditation number' })

  await test.step('beginning with an example, as there is no report yet [STAMP-40]', async () => {
    await expect(preview.getByText('An example, because the lab has no report yet')).toBeVisible()
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    await expect(dialog.getByText(/^Reports are checked at .+\/v$/)).toBeVisible()
    await expect(dialog.getByText('Reports are not sealed: no key is installed.')).toBeVisible()
    await expect(save).toBeDisabled()
  })

  await test.step('seeing each change in the preview, without saving it [STAMP-40]', async () => {
    await number.click()
    await page.keyboard.type('EIAC 15189-042', { delay: 20 })
    await expect.poll(() => bodies().at(-1)?.accreditation).toBe('EIAC 15189-042')
    expect(bodies().filter(({ accreditation }) => accreditation !== null)).toHaveLength(1)
    await expect(preview.locator('[aria-busy=true]')).toHaveCount(0)
    expect((await stored()).accreditation).toBeNull()
  })

  await test.step('choosing the corner with the keyboard [STAMP-40]', async () => {
    const corner = (name: string) => dialog.getByRole('radio', { name, exact: true })
    await expect(dialog.getByRole('group', { name: 'Corner' }).getByRole('radio')).toHaveCount(4)
    await corner('Top left').check()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(corner('Bottom left')).toBeChecked()
    await expect(corner('Bottom left')).toBeFocused()
    await dialog.getByText('Advanced', { exact: true }).click()
    await expect(dialog.getByRole('spinbutton', { name: 'Margin at the bottom (mm)' })).toBeVisible()
    await expect.poll(() => bodies().at(-1)?.corner).toBe('bottom-left')
  })

  await test.step('explaining a wrong margin, and keeping the last picture [STAMP-40]', async () => {
    await expect(preview.locator('[aria-busy=true]')).toHaveCount(0)
    const { length } = previews
    const side = dialog.getByRole('spinbutton', { name: 'Margin at the side (mm)' })
    await side.fill('61')
    await expect(dialog.getByText('Please enter a whole number of millimeters from 5 to 60')).toBeVisible()
    await expect(picture).toBeVisible()
    expect(previews).toHaveLength(length)
    await side.fill('15')
    await expect(dialog.getByText(/^Please enter a whole number/)).toHaveCount(0)
    await expect.poll(() => bodies().at(-1)?.marginX).toBe(15)
  })

  await test.step('showing the last answer, and trying a failed preview again [STAMP-40]', async () => {
    const release = await calls.hold(previewLetterhead)
    await number.fill('EIAC 1')
    await expect.poll(() => bodies().at(-1)?.accreditation).toBe('EIAC 1')
    const held = previews.at(-1)
    await number.fill('EIAC 2')
    await expect.poll(() => bodies().at(-1)?.accreditation).toBe('EIAC 2')
    await expect.poll(() => held?.failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect(picture).toBeVisible()
    release()
    await calls.restore()
    await expect(preview.locator('[aria-busy=true]')).toHaveCount(0)
    await calls.refuse(previewLetterhead, 500, 'The preview could not be made. Please try again.')
    await number.fill('EIAC 15189-042 A')
    await expect(preview.getByText('The preview could not be made. Please try again.')).toBeVisible()
    await calls.restore()
    await preview.getByRole('button', { name: 'Try Again' }).click()
    await expect(picture).toBeVisible()
  })

  await test.step('storing and removing the logo right away [STAMP-40]', async () => {
    const logo = dialog.getByRole('group', { name: 'Logo', exact: true })
    const { length } = previews
    const choose = (file: SampleFile) =>
      chooseFile(page, logo.getByRole('button', { name: /^(Upload|Replace) Logo$/ }), file)
    await choose({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) })
    await expect(
      logo.getByText('The picture is larger than 256 kB. Please choose a smaller file.'),
    ).toBeVisible()
    watch.allowHttp(415, '/lab/letterheadLogo/')
    await choose(textAs('logo.png'))
    await expect(logo.getByText('The picture must be a PNG or JPEG file')).toBeVisible()
    await expect(logo.getByText('No logo', { exact: true })).toBeVisible()
    await choose(samplePng())
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await expect(logo.getByRole('img', { name: 'Logo' })).toBeVisible()
    await expect.poll(() => previews.length).toBeGreaterThan(length)
    expect((await stored()).logoAddress).not.toBeNull()
    await logo.getByRole('button', { name: 'Remove Logo' }).click()
    await expect(toast(page, 'Logo removed')).toBeVisible()
    await expect(logo.getByText('No logo', { exact: true })).toBeVisible()
    await expect(number).toHaveValue('EIAC 15189-042 A')
  })

  await test.step('saving it [STAMP-40]', async () => {
    await dialog.getByRole('checkbox', { name: 'Put the lab’s letterhead on reports' }).check()
    await dialog.getByRole('checkbox', { name: 'Include the publisher’s signature' }).check()
    await expect(dialog.getByText('Reports that already have a letterhead keep theirs.')).toBeVisible()
    await number.press('Enter')
    await expect(toast(page, 'Changes saved successfully').last()).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit Letterhead' })).toBeFocused()
    const card = page.getByRole('region', { name: 'Letterhead', exact: true })
    await expect(card.getByText('Used', { exact: true })).toBeVisible()
    expect(await stored()).toMatchObject({
      isUsed: true,
      accreditation: 'EIAC 15189-042 A',
      corner: 'bottom-left',
      marginX: 15,
      showsSignature: true,
    })
  })
})

test('shows the last report of a lab in the preview [STAMP-40]', async ({ page, data, signIn }) => {
  const lab = await data.lab()
  const doctor = await data.user('Doctor', lab)
  await data.report(doctor, await data.patient(doctor), { file: samplePdf() })
  await signIn(data.admin)
  const dialog = await openDialog(page, lab)
  await expect(dialog.getByText('The lab’s last report', { exact: true })).toBeVisible()
  // The rendering process may have to start first.
  await expect(dialog.getByRole('img', { name: 'First page with this letterhead' })).toBeVisible()
})

test('earlier addresses and a broken seal are explained [STAMP-40]', async ({
  page,
  data,
  signIn,
  calls,
}) => {
  const lab = await data.lab()
  const admin = await data.as(data.admin)
  const { data: stored } = await admin.call(getLetterhead, { params: { id: String(lab.id) } })
  const answer = (change: Partial<Letterhead>) =>
    calls.answer(getLetterhead, { success: true, message: 'OK', data: { ...stored, ...change } })
  const seal = {
    problem: null,
    subject: 'Harbour Lab',
    issuer: 'Test CA',
    validUntil: '2028-03-04T12:00:00.000Z',
    isTimestamped: true,
    isExposed: false,
  }
  await signIn(data.admin)
  await answer({ seal, host: 'new.test', earlierHosts: [{ host: 'old.test', reports: 1204 }] })
  const dialog = await openDialog(page, lab)
  await expect(dialog.getByText('Sealed as Harbour Lab, valid until March 4, 2028')).toBeVisible()
  await expect(dialog.getByText('1,204 reports name old.test')).toBeVisible()
  await expect(dialog.getByText(/^Let that address redirect to new\.test/)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await calls.restore()
  await answer({ seal: { ...seal, isExposed: true } })
  await openDialog(page, lab)
  await expect(
    dialog.getByText('Other accounts of the server can read the key or its password'),
  ).toBeVisible()
  await calls.restore()
  await answer({ seal: { ...seal, problem: 'expired' } })
  await openDialog(page, lab)
  await expect(dialog.getByText('The key has expired', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Reports are published without a seal\. Ask the operator/)).toBeVisible()
})

test('shows a report with a letterhead', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  await turnOnLetterhead(data, doctor.lab ?? { id: 0 })
  const report = await data.report(doctor, await data.patient(doctor), { file: samplePdf() })
  await signIn(doctor)
  const reportPage = new ReportPage(page)
  const card = reportPage.card('Report Preview')

  await test.step('links to its original file [STAMP-42]', async () => {
    await reportPage.open(report.id)
    await expect(card.getByText('With the lab’s letterhead', { exact: true })).toBeVisible()
    const original = card.getByRole('link', { name: 'Original file', exact: true })
    const address = (await original.getAttribute('href')) ?? ''
    const { request } = page.context()
    expect(await (await request.get(address)).body()).toEqual(samplePdf().buffer)
    const shown = (await reportPage.openInNewTab.getAttribute('href')) ?? ''
    expect(await (await request.get(shown)).body()).not.toEqual(samplePdf().buffer)
    const [tab] = await Promise.all([page.context().waitForEvent('page'), original.click()])
    await tab.close()
  })

  await test.step('names a separate page and a missing seal [STAMP-42]', async () => {
    const { getById } = contract.reports
    const api = await data.as(doctor)
    const { data: shown } = await api.call(getById, { params: { reportId: String(report.id) } })
    const stamp = {
      kind: 'slip',
      originalAddress: shown.filePath,
      slipAddress: `${shown.filePath}?copy=stamped`,
      isSealed: false,
      sealProblem: 'expired',
    }
    await calls.answer(getById, { success: true, message: 'OK', data: { ...shown, stamp } })
    await page.reload()
    await expect(card.getByText(/^The letterhead is a separate page, because/)).toBeVisible()
    await expect(card.getByRole('link', { name: 'Verification slip', exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: 'Original file', exact: true })).toHaveCount(0)
    await expect(card.getByText('Published without a seal', { exact: true })).toBeVisible()
    await expect(card.getByText('The key had expired.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
})
