import { readFileSync } from 'node:fs'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { FileViewer } from '../pages/file-viewer.ts'
import { ReportPage } from '../pages/report-page.ts'
import { sampleJpeg } from '../sample-files.ts'

const readFile = contract.reports.readFile

test('shows a form whose values the file does not show itself', async ({ page, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const buffer = readFileSync(
    new URL(
      '../../../apps/api/src/testing/cases/pdf-form-field-without-appearance-courier.pdf',
      import.meta.url,
    ),
  )
  const form = { name: 'form.pdf', mimeType: 'application/pdf', buffer }
  const report = await data.report(doctor, await data.patient(doctor), { file: form })
  const plain = await data.report(doctor, await data.patient(doctor))
  await signIn(doctor)
  const reportPage = new ReportPage(page)
  const viewer = new FileViewer(page)

  await test.step('shows no image on the page of the report [PAGE-10]', async () => {
    watch.allowHttp(404, /\/page$/)
    await reportPage.open(report.id)
    await expect(page.getByRole('heading', { name: 'No preview of this file' })).toBeVisible()
  })

  await test.step('shows it with a hint in the viewer [VIEW-17]', async () => {
    await page.getByRole('button', { name: 'Open the File' }).click()
    await viewer.expectDrawn(1)
    const hint = viewer.content.getByRole('status').filter({ hasText: 'A value may be cut off or missing' })
    await expect(hint).toBeVisible()
    const link = hint.getByRole('link', { name: 'Open in New Tab' })
    await expect(link).toHaveAttribute('href', new URL(report.filePath, page.url()).href)
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('unlike a file that shows them [VIEW-17]', async () => {
    await reportPage.open(plain.id)
    await reportPage.enlarge.click()
    await viewer.expectDrawn(1)
    await expect(viewer.content.getByText('A value may be cut off')).toHaveCount(0)
  })
})

test('shows a picture in the viewer', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor), { file: sampleJpeg() })
  await signIn(doctor)
  const reportPage = new ReportPage(page)
  await reportPage.open(report.id)
  await reportPage.enlarge.click()
  const viewer = new FileViewer(page)

  await test.step('shows it whole, without any page tools [VIEW-08]', async () => {
    await expect(viewer.picture).toBeInViewport({ ratio: 0.99 })
    await expect(viewer.pageField).toHaveCount(0)
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
  })

  await test.step('zooms around its middle [VIEW-08]', async () => {
    await viewer.scroller.focus()
    const fitted = await viewer.zoom()
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('+')
    await expect.poll(() => viewer.zoom()).toBeGreaterThan(fitted * 3)
    const { top, left, end } = await viewer.scrolled()
    expect(left).toBeGreaterThan(0)
    expect(Math.abs(top - end / 2)).toBeLessThan(20)
  })

  await test.step('moves by dragging [VIEW-08]', async () => {
    const before = await viewer.scrolled()
    const box = await viewer.scroller.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 400, (box?.y ?? 0) + 300]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 80, y - 50, { steps: 4 })
    await page.mouse.up()
    const after = await viewer.scrolled()
    expect(after.left - before.left).toBeCloseTo(80, -1)
    expect(after.top - before.top).toBeCloseTo(50, -1)
  })

  await test.step('fits it again, and turns it [VIEW-08]', async () => {
    await viewer.button('Fit to window').click()
    await expect(viewer.picture).toBeInViewport({ ratio: 0.99 })
    const upright = await viewer.picture.boundingBox()
    await viewer.button('Rotate').click()
    await expect
      .poll(async () => {
        const box = await viewer.picture.boundingBox()
        return (box?.width ?? 0) > (box?.height ?? 0)
      })
      .toBe((upright?.width ?? 0) < (upright?.height ?? 0))
    await expect(viewer.picture).toBeInViewport({ ratio: 0.99 })
  })

  await test.step('prints it on one sheet [VIEW-08]', async () => {
    const sheets = viewer.content.locator('body').evaluate(
      (body) =>
        new Promise<number>((resolve) => {
          const frame = body.ownerDocument.defaultView
          if (frame) frame.print = () => resolve(body.querySelectorAll('.sheet img').length)
        }),
    )
    await viewer.button('Print').click()
    expect(await sheets).toBe(1)
  })
})

test('explains why a file cannot be shown', async ({ page, data, signIn, calls, watch }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  await signIn(doctor)
  const viewer = new FileViewer(page)
  const reportPage = new ReportPage(page)
  const open = async () => {
    await reportPage.open(report.id)
    await reportPage.enlarge.click()
  }
  const openAgain = async () => {
    await page.keyboard.press('Escape')
    await expect(viewer.dialog).toHaveCount(0)
    await reportPage.enlarge.click()
  }
  const answerWith = (body: string) =>
    page.route(`**${report.filePath}`, (route) => route.fulfill({ contentType: 'application/pdf', body }))

  await test.step('shows a loading state [VIEW-10]', async () => {
    const release = await calls.hold(readFile)
    await open()
    await expect(viewer.content.getByText('Loading the file…')).toBeVisible()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    release()
    await viewer.expectDrawn(1)
    await calls.restore()
  })

  await test.step('shows the first page as an image until the file is drawn [VIEW-16]', async () => {
    const release = await calls.hold(readFile)
    await expect(reportPage.firstPage).toHaveJSProperty('complete', true)
    await openAgain()
    await expect
      .poll(() => viewer.firstPage.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1200)
    await expect(viewer.dialog.getByText('Loading the file…')).toBeVisible()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    release()
    await viewer.expectDrawn(1)
    await expect(viewer.firstPage).toHaveCount(0)
    await calls.restore()
  })

  await test.step('shows the reason why it cannot be [VIEW-16]', async () => {
    await answerWith(PROTECTED)
    await expect(reportPage.firstPage).toHaveJSProperty('complete', true)
    await openAgain()
    await expect(viewer.problem).toContainText('This file is password-protected')
    await expect(viewer.firstPage).toHaveCount(0)
    await calls.restore()
  })

  await test.step('shows the frame where no viewer arrives [VIEW-16]', async () => {
    watch.allowProblem(/viewer\.html/)
    await page.route('**/viewer.html*', (route) => route.abort())
    await expect(reportPage.firstPage).toHaveJSProperty('complete', true)
    await openAgain()
    await expect(viewer.dialog.getByRole('link', { name: 'Open the file in a new tab' })).toBeVisible()
    await expect(viewer.firstPage).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('closes with Escape before the viewer itself has arrived [ACCESS-04]', async () => {
    await page.route('**/viewer.html*', () => undefined)
    await openAgain()
    await expect(viewer.dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer.dialog).toHaveCount(0)
    watch.allowProblem(/viewer\.html/)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('because its address is not that of a report file: nothing is fetched [SAFE-24]', async () => {
    const exported = calls.seen(contract.patients.exportCsv)
    await page.goto('/viewer.html#file=%2Fapi%2Fv1%2Fpatient%2Fexport&report=1')
    await expect(page.getByRole('alert')).toContainText('This file is no longer available')
    expect(exported).toHaveLength(0)
  })

  await test.step('because it is damaged [VIEW-10]', async () => {
    await answerWith('%PDF-1.7 and nothing else')
    await open()
    await expect(viewer.problem).toContainText('This file cannot be shown here')
    const link = viewer.content.getByRole('link', { name: 'Open in New Tab' })
    await expect(link).toHaveAttribute('href', new URL(report.filePath, page.url()).href)
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await calls.restore()
  })

  await test.step('because it needs a password [VIEW-10]', async () => {
    await answerWith(PROTECTED)
    await openAgain()
    await expect(viewer.problem).toContainText('This file is password-protected')
    await calls.restore()
  })

  await test.step('because the network is gone, until it is back [VIEW-10]', async () => {
    await calls.cut(readFile)
    await openAgain()
    await expect(viewer.problem).toContainText('The file could not be loaded')
    await calls.restore()
    await viewer.button('Try Again').click()
    await viewer.expectDrawn(1)
  })

  await test.step('because the viewer itself cannot be fetched, although the file is fine [VIEW-10]', async () => {
    watch.allowProblem(/pdf-viewer-pdf/)
    await page.route(/pdf-viewer-pdf-view.*[.]js/, (route) => route.abort('connectionfailed'))
    await openAgain()
    await expect(viewer.problem).toContainText('The file could not be loaded')
    await calls.restore()
    await page.route(/pdf-viewer-pdf[.]worker/, (route) => route.abort('connectionfailed'))
    // The text does not change, so the second failure shows only in the request.
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('worker'))
    await viewer.button('Try Again').click()
    await refused
    await expect(viewer.problem).toContainText('The file could not be loaded')
    await calls.restore()
    await viewer.button('Try Again').click()
    await viewer.expectDrawn(1)
  })

  await test.step('because the report was withdrawn meanwhile [VIEW-10]', async () => {
    await calls.refuse(readFile, 404, 'File not found')
    const looks = calls.seen(contract.reports.getById)
    await openAgain()
    await expect(viewer.problem).toContainText('This file is no longer available')
    await expect.poll(() => looks.length, 'the page looks at the report again').toBeGreaterThan(0)
    await calls.restore()
  })

  await test.step('because the session is over, which ends it everywhere [VIEW-10]', async () => {
    watch.allowHttp(401)
    await page.context().clearCookies()
    await openAgain()
    await expect(page).toHaveURL('/')
  })
})

/** A minimal PDF with a user password. */
const PROTECTED = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj',
  `4 0 obj<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${'6f'.repeat(32)}>/U<${'75'.repeat(32)}>>>endobj`,
  `trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<${'69'.repeat(16)}><${'69'.repeat(16)}>]>>`,
  '%%EOF',
].join('\n')
