import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '../layout-shifts.ts'
import { FileViewer } from '../pages/file-viewer.ts'
import { expectWholeButtonOnPhone } from '../overflow.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePng } from '../sample-files.ts'
import { signIn } from '../sign-in.ts'
import { writtenPdf } from '../written-pdf.ts'

const firstPage = (page: Page) => page.getByRole('button', { name: /^Enlarge / })
const picture = (page: Page) => new ReportPage(page).card('Report Preview').locator('img')

const expectPicture = (page: Page) =>
  expect
    .poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)

const catchPrint = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      window.top?.postMessage({ sheets: document.querySelectorAll('.sheet img').length })
    }
    window.addEventListener('message', ({ data }: MessageEvent<{ sheets?: number } | string>) => {
      if (typeof data === 'object' && data.sheets !== undefined)
        document.documentElement.dataset.printed = String(data.sheets)
    })
  })

test('shows the report on its page', async ({ page, data, signIn, calls, openBrowser }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Mona Darwish', phone: '+971501234567' })
  const file = await writtenPdf([{ text: 'Sheet one' }, { text: 'Sheet two' }, { text: 'Sheet three' }])
  const report = await data.report(doctor, patient, { file, title: 'Lipid profile' })
  await catchPrint(page)
  await signIn(doctor)

  await test.step('shows the first page, which moves nothing as it arrives [PAPER-01]', async () => {
    await recordLayoutShifts(page)
    const release = await calls.hold(contract.reports.readFirstPage)
    await new ReportPage(page).open(report.id)
    await expect(firstPage(page)).toBeVisible()
    const reserved = await firstPage(page).boundingBox()
    release()
    await expectPicture(page)
    expect(await firstPage(page).boundingBox()).toEqual(reserved)
    await expectNoLayoutShift(page)
    await calls.restore()
  })

  await test.step('opens the viewer from it [PAPER-01]', async () => {
    await firstPage(page).click()
    await new FileViewer(page).expectDrawn(1)
    await page.keyboard.press('Escape')
    await expect(firstPage(page)).toBeFocused()
  })

  await test.step('prints it whole, by button and by keys [PAPER-04]', async () => {
    for (const ask of [
      () => page.getByRole('button', { name: 'Print', exact: true }).click(),
      () => page.keyboard.press('ControlOrMeta+p'),
    ]) {
      await ask()
      await expect(page.locator('html')).toHaveAttribute('data-printed', '3')
      await page.evaluate(() => delete document.documentElement.dataset.printed)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  await test.step('shows to everyone who opened it [PAPER-05]', async () => {
    const desk = await openBrowser(await data.user('Receptionist', doctor.lab ?? undefined))
    await new ReportPage(desk).open(report.id)
    const readers = desk.getByRole('region', { name: 'Opened By', exact: true }).getByRole('listitem')
    await expect(readers.filter({ hasText: doctor.fullName })).toContainText('Read the file')
  })

  await test.step('keeps all of it at hand on a phone [PAPER-06]', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    const { view, download, openInNewTab } = new ReportPage(page)
    for (const control of [view, download, openInNewTab, firstPage(page)])
      await expect(control).toBeInViewport({ ratio: control === firstPage(page) ? 0.5 : 0.3 })
    // The specified text is visible, also on the smallest phone, and not only announced.
    const { enlarge } = new ReportPage(page)
    for (const control of [view, download, openInNewTab, enlarge])
      await expectWholeButtonOnPhone(page, control)
    await expect(page.getByRole('link', { name: '+971501234567', exact: true })).toHaveAttribute(
      'href',
      'tel:+971501234567',
    )
  })
})

test('explains that a first page cannot be shown', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  await signIn(doctor)

  await test.step('offers its file [PAPER-02]', async () => {
    await calls.refuse(contract.reports.readFirstPage, 404, 'No image', 'PAGE_IMAGE_FAILED')
    await new ReportPage(page).open(report.id)
    await expect(page.getByRole('heading', { name: 'No preview of this file' })).toBeVisible()
    await expectAccessibleInBothSchemes(page, new ReportPage(page).card('Report Preview'))
    await page.getByRole('button', { name: 'Open the File' }).click()
    await new FileViewer(page).expectDrawn(1)
    await calls.restore()
  })

  await test.step('offers a retry when it is only busy [PAPER-02]', async () => {
    await calls.refuse(contract.reports.readFirstPage, 429, 'Too many requests')
    await new ReportPage(page).open(report.id)
    await expect(page.getByRole('alert')).toContainText('The first page could not be loaded')
    await calls.restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectPicture(page)
  })
})

test('marks a report that is no longer in force [PAPER-07]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor), { file: samplePng() })
  await signIn(doctor)
  await new ReportPage(page).open(report.id)
  await expectPicture(page)
  const preview = new ReportPage(page).card('Report Preview')
  await expect(preview.getByText('Withdrawn', { exact: true })).toHaveCount(0)
  await new ReportPage(page).choose('Withdraw')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Test not valid')
  await dialog.getByRole('button', { name: 'Withdraw Report' }).click()
  await expect(preview.getByText('Withdrawn', { exact: true })).toBeVisible()
})

test('fits the viewer on a phone [PAPER-08]', async ({ browser, data, server, watch }) => {
  const doctor = await data.user('Doctor')
  const file = await writtenPdf([{ text: 'Sheet one' }, { text: 'Sheet two' }, { text: 'Sheet three' }])
  const report = await data.report(doctor, await data.patient(doctor, { fullName: 'Mona Darwish' }), { file })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  watch.watch(context)
  const page = await context.newPage()
  await signIn(page, server.url, doctor)
  await page.goto(`${server.url}/user/reports/view/${report.id}`)
  await firstPage(page).tap()
  const viewer = new FileViewer(page)
  await viewer.expectDrawn(1)

  await test.step('shows the content and none of the margin', async () => {
    await expect(viewer.dialog.getByText('Mona Darwish')).toBeInViewport()
    const paper = await viewer.page(1).boundingBox()
    const frame = await viewer.frame.boundingBox()
    expect(paper?.width).toBeGreaterThan((frame?.width ?? 0) * 1.1)
    const text = await viewer.page(1).getByText('Sheet one', { exact: true }).boundingBox()
    expect(text?.x).toBeGreaterThanOrEqual(0)
    await expect(viewer.button('Fit to width')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('shows one bar of tools', async () => {
    const bar = await viewer.content.locator('.toolbar').boundingBox()
    expect(bar?.height).toBeLessThan(50)
    for (const name of ['Previous page', 'Next page', 'Zoom out', 'Zoom in', 'Rotate', 'Print'])
      await expect(viewer.button(name)).toBeInViewport({ ratio: 0.99 })
  })

  await test.step('turns the page with a swipe', async () => {
    const box = (await viewer.frame.boundingBox()) ?? { x: 0, y: 0 }
    const touch = await context.newCDPSession(page)
    const swipe = async (from: number, to: number) => {
      const y = box.y + 300
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
      for (const part of [0.3, 0.6, 1])
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: from + (to - from) * part, y }],
        })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(320, 80)
    await expect(viewer.pageField).toHaveValue('2')
    await swipe(80, 320)
    await expect(viewer.pageField).toHaveValue('1')
  })
  await context.close()
})
