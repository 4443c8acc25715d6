import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { pageSizes } from '../printed-pages.ts'
import { FileViewer } from '../pages/file-viewer.ts'
import { ReportPage } from '../pages/report-page.ts'
import { rarePdf } from '../rare-pdf.ts'
import { writtenPdf } from '../written-pdf.ts'

const PAGES = Array.from({ length: 12 }, (_, index) => ({
  text: `Results, sheet ${index + 1}`,
  isLandscape: index === 2,
  ...(index === 0 && { link: 'https://laboratory.example/' }),
}))

const openViewer = async (page: Page, reportId: number): Promise<FileViewer> => {
  const report = new ReportPage(page)
  await report.open(reportId)
  await report.enlarge.click()
  const viewer = new FileViewer(page)
  await expect(viewer.button('Zoom in')).toBeVisible()
  return viewer
}

test('shows a PDF in the viewer', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const file = await writtenPdf(PAGES)
  const report = await data.report(doctor, await data.patient(doctor), { file, title: 'Lipid profile' })
  await signIn(doctor)
  const readings = calls.seen(contract.reports.readFile)
  const viewer = await openViewer(page, report.id)

  await test.step('shows its pages, each of its size, and how many there are [VIEW-01]', async () => {
    await viewer.expectDrawn(1)
    await expect(viewer.page(12)).toBeAttached()
    await expect(viewer.content.getByText('of 12', { exact: true })).toBeVisible()
    const [upright, wide] = [await viewer.page(1).boundingBox(), await viewer.page(3).boundingBox()]
    expect(upright?.height).toBeGreaterThan(upright?.width ?? 0)
    expect(wide?.width).toBeGreaterThan(wide?.height ?? 0)
    expect(readings, 'fetched once and whole').toHaveLength(1)
    expect(readings[0]?.headers().range).toBeUndefined()
  })

  await test.step('takes the focus, so that the keys scroll at once [VIEW-06]', async () => {
    await expect(viewer.scroller).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await viewer.scrolled()).top).toBeGreaterThan(0)
    const { top } = await viewer.scrolled()
    await page.keyboard.press('PageDown')
    await expect.poll(async () => (await viewer.scrolled()).top).toBeGreaterThan(top + 100)
    await page.keyboard.press('End')
    await expect(viewer.pageField).toHaveValue('12')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    await expect.poll(async () => (await viewer.scrolled()).top).toBe(0)
    await expect(viewer.pageField).toHaveValue('1')
  })

  await test.step('moves to a page by its number and page by page [VIEW-02]', async () => {
    await viewer.pageField.fill('9')
    await viewer.pageField.press('Enter')
    await viewer.expectDrawn(9)
    await expect(viewer.page(9)).toBeInViewport()
    await viewer.button('Next page').click()
    await expect(viewer.pageField).toHaveValue('10')
    await viewer.button('Previous page').click()
    await expect(viewer.pageField).toHaveValue('9')
    await viewer.pageField.fill('400')
    await viewer.pageField.press('Enter')
    await expect(viewer.page(12)).toBeInViewport()
    await viewer.pageField.fill('nine')
    await viewer.pageField.press('Enter')
    await expect(viewer.pageField).toHaveValue('12')
    await viewer.pageField.fill('1')
    await viewer.pageField.press('Enter')
  })

  await test.step('zooms by button and by key, and fits again [VIEW-03, VIEW-06]', async () => {
    const fitted = await viewer.zoom()
    await viewer.button('Zoom in').click()
    await expect.poll(() => viewer.zoom()).toBeGreaterThan(fitted)
    await page.keyboard.press('-')
    await page.keyboard.press('-')
    await expect.poll(() => viewer.zoom()).toBeLessThan(fitted)
    await page.keyboard.press('+')
    await page.keyboard.press('0')
    await expect.poll(() => viewer.zoom()).toBe(fitted)
    await expect(viewer.button('Fit to width')).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('turns [VIEW-04, VIEW-06]', async () => {
    await viewer.button('Rotate').click()
    await expect
      .poll(async () => {
        const box = await viewer.page(1).boundingBox()
        return (box?.width ?? 0) > (box?.height ?? 0)
      })
      .toBe(true)
    for (let quarter = 0; quarter < 3; quarter += 1) await page.keyboard.press('r')
    await expect(viewer.content.getByText('Upright again.')).toBeAttached()
  })

  await test.step('offers its text to be selected and copied [VIEW-05]', async () => {
    const line = viewer.page(1).getByText('Analyte 7: 28 mg/dL', { exact: true })
    await line.click({ clickCount: 3 })
    const selected = await line.evaluate((element) => element.ownerDocument.getSelection()?.toString().trim())
    expect(selected).toContain('Analyte 7: 28 mg/dL')
  })

  await test.step('leaves nothing in it that can be pressed [VIEW-12]', async () => {
    await expect(viewer.page(1).locator('.annotationLayer')).toHaveJSProperty('inert', true)
    await expect(viewer.page(1).locator('a[href^="http"]')).toHaveCount(0)
    await viewer.page(1).getByText('The laboratory', { exact: true }).click()
    expect(page.context().pages()).toHaveLength(1)
  })

  await test.step('closes with Escape from within, and returns the focus [VIEW-06]', async () => {
    await page.keyboard.press('Escape')
    await expect(viewer.dialog).toHaveCount(0)
    await expect(new ReportPage(page).enlarge).toBeFocused()
  })

  await test.step('leaves nothing in the browser [VIEW-11]', async () => {
    const kept = await page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...Object.keys(sessionStorage),
    ])
    expect(kept).toEqual([])
  })
})

test('records a view and a print once each [VIEW-11, VIEW-07]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const file = await writtenPdf([{ text: 'One' }, { text: 'Two', isLandscape: true }, { text: 'Three' }])
  const report = await data.report(doctor, patient, { file })
  await signIn(doctor)
  const viewer = await openViewer(page, report.id)
  await viewer.expectDrawn(1)

  const printed = page.waitForResponse((answer) => answer.url().endsWith('/activity/print'))
  // The test cannot answer the system's print dialog, so it checks the print layout.
  const paper = await viewer.content.locator('body').evaluateHandle((body) => {
    const sheets = new Promise<{ width: number; height: number; dark: boolean }[]>((resolve) => {
      const frame = body.ownerDocument.defaultView
      if (!frame) return
      frame.print = () =>
        resolve(
          [...body.querySelectorAll<HTMLImageElement>('.sheet img')].map((picture) => {
            const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
            const context = canvas.getContext('2d')
            context?.drawImage(picture, 0, 0)
            const { data: pixels } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {
              data: [],
            }
            return {
              width: picture.naturalWidth,
              height: picture.naturalHeight,
              dark: [...pixels].some((value, index) => index % 4 === 0 && value < 80),
            }
          }),
        )
    })
    return { sheets }
  })
  await page.keyboard.press('ControlOrMeta+p')
  expect((await printed).status()).toBe(200)
  const [upright, wide, last, ...more] = await paper.evaluate(({ sheets }) => sheets)
  expect(more).toEqual([])
  expect(upright).toMatchObject({ dark: true, width: 1653, height: 2338 })
  expect(wide).toMatchObject({ dark: true, width: 2338, height: 1653 })
  expect(last).toMatchObject({ dark: true })

  const session = await data.as(doctor)
  const { data: history } = await session.call(contract.activity.historyOfReport, {
    params: { id: String(report.id) },
  })
  const summaries = history.map(({ summary }) => summary)
  expect(summaries.filter((one) => one === `Opened the file of report #${report.id}`)).toHaveLength(1)
  expect(summaries.filter((one) => one === `Printed report #${report.id}`)).toHaveLength(1)
})

test('prints every page on a sheet of its size, without anything else [VIEW-07]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  const file = await writtenPdf([{ text: 'One' }, { text: 'Two', isLandscape: true }, { text: 'Three' }])
  const report = await data.report(doctor, await data.patient(doctor), { file })
  await signIn(doctor)
  const address = new URLSearchParams({ file: report.filePath, report: String(report.id) })
  await page.goto(`/viewer.html#${address}`)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([
    [210, 297],
    [297, 210],
    [210, 297],
  ])
  await expect(page.locator('.sheet'), 'freed after printing').toHaveCount(0)
})

test('keeps only a few pages of a long report in memory [VIEW-09]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const file = await writtenPdf(Array.from({ length: 300 }, (_, index) => ({ text: `Sheet ${index + 1}` })))
  const report = await data.report(doctor, await data.patient(doctor), { file })
  await signIn(doctor)
  const viewer = await openViewer(page, report.id)
  for (const number of [1, 40, 80, 120, 160, 200, 240, 300]) {
    await viewer.pageField.fill(String(number))
    await viewer.pageField.press('Enter')
    await viewer.expectDrawn(number)
  }
  expect(await viewer.content.locator('canvas').count()).toBeLessThanOrEqual(12)
  await expect(viewer.page(1)).not.toHaveAttribute('data-loaded', 'true')
})

test('stays usable for everybody in the viewer [VIEW-14]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const file = await writtenPdf(PAGES)
  const report = await data.report(doctor, await data.patient(doctor), { file })
  await signIn(doctor)
  for (const width of [1440, 390, 320])
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 })
      const viewer = await openViewer(page, report.id)
      await viewer.expectDrawn(1)
      await expectAccessibleInBothSchemes(page, '[role=dialog]')
      for (const name of [
        'Previous page',
        'Next page',
        'Zoom out',
        'Zoom in',
        'Fit to width',
        'Rotate',
        'Print',
      ]) {
        await expect(viewer.button(name)).toBeInViewport({ ratio: 1 })
        const box = await viewer.button(name).boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(24)
      }
      const paper = await viewer.page(1).boundingBox()
      const frame = await viewer.frame.boundingBox()
      expect(paper?.width, 'as wide as the frame').toBeGreaterThan((frame?.width ?? 0) * 0.9)
    })
})

test('fonts and character maps that a PDF does not embed come from the product, without WebAssembly [VIEW-13]', async ({
  page,
  data,
  signIn,
  server,
  watch,
}) => {
  // Its fonts are not embedded, so it has no image of the first page.
  watch.allowHttp(404, '/page')
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor), { file: rarePdf() })
  await signIn(doctor)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const viewer = await openViewer(page, report.id)
  await viewer.expectDrawn(1)
  await expect(viewer.page(1).getByText('报告')).toBeAttached()

  /** Darkness at a position, in points of the 300-point page from its upper left corner. */
  const darkness = (x: number, y: number) =>
    viewer
      .page(1)
      .locator('canvas')
      .first()
      .evaluate(
        (canvas: HTMLCanvasElement, place) => {
          const scale = canvas.width / 300
          return canvas.getContext('2d')?.getImageData(place.x * scale, place.y * scale, 1, 1).data[0]
        },
        { x, y },
      )
  expect(await darkness(150, 150), 'between them').toBe(255)
  expect(await darkness(70, 230), 'JPEG 2000').toBe(0)
  expect(await darkness(230, 230), 'a fax').toBe(0)

  expect(fetched.filter((address) => !address.replace('blob:', '').startsWith(server.url))).toEqual([])
  expect(fetched.some((address) => address.endsWith('.bcmap'))).toBe(true)
  expect(fetched.some((address) => address.endsWith('.wasm'))).toBe(false)
  const document = await page.request.get('/viewer.html')
  expect(document.headers()['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
})
