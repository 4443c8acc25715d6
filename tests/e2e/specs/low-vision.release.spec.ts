import type { Locator } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { FileViewer } from '../pages/file-viewer.ts'
import { ReportPage } from '../pages/report-page.ts'
import { samplePdf, samplePng } from '../sample-files.ts'

const styleOf = (element: Locator, property: string) =>
  element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)

const expectOutlined = async (chosen: Locator, other: Locator) => {
  await expect.poll(() => styleOf(chosen, 'outline-style')).toBe('solid')
  expect(await styleOf(other, 'outline-style')).toBe('none')
}

test('forced colors show what is chosen [A11Y-02]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(doctor)
  await page.goto('/user/insights')

  await test.step('outline the current page and the period', async () => {
    const sidebar = page.getByTestId('sidebar')
    await expectOutlined(
      sidebar.getByRole('link', { name: 'Insights' }),
      sidebar.getByRole('link', { name: 'View Patients' }),
    )
    const periods = page.getByRole('group', { name: 'Period' })
    await expectOutlined(
      periods.getByRole('button', { pressed: true }),
      periods.getByRole('button', { pressed: false }).first(),
    )
  })

  await test.step('outline the entry of the search that Enter opens', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('patients')
    await expectOutlined(
      page.getByRole('option', { selected: true }),
      page.getByRole('option', { selected: false }).first(),
    )
    await page.keyboard.press('Escape')
  })

  await test.step('ticks and radios', async () => {
    await page.keyboard.press('?')
    const tick = page.getByRole('dialog').getByRole('checkbox')
    await expect(tick).toBeChecked()
    const whenChecked = await styleOf(tick, 'background-color')
    await tick.uncheck()
    await expect.poll(() => styleOf(tick, 'background-color')).not.toBe(whenChecked)
    await tick.check()
    await page.keyboard.press('Escape')
    await new ReportPage(page).open(report.id)
    await page.getByRole('button', { name: 'Send to Patient' }).click()
    const slip = page.getByRole('radio', { name: /^Printed slip/ })
    const copy = page.getByRole('radio', { name: /^Copy the link/ })
    await expect(slip).toBeChecked()
    expect(await styleOf(slip, 'background-color')).not.toBe(await styleOf(copy, 'background-color'))
  })
})

test('forced colors show buttons, fields and states of the public pages [ACCESS-09]', async ({
  page,
  data,
  server,
  watch,
}) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Layla Haddad', dob: '1990-03-04' })
  const report = await data.report(doctor, patient, { file: samplePdf() })
  const api = await data.as(doctor)
  const params = { id: String(report.id) }
  const { data: handedOver } = await api.call(contract.deliveries.handOver, {
    params,
    body: { channel: 'copy', language: 'en' },
  })
  const { data: verification } = await api.call(contract.reports.getVerification, { params })
  await page.emulateMedia({ forcedColors: 'active' })
  const paper = page.locator('body')
  const expectButton = async (button: Locator) => {
    const color = await styleOf(button, 'background-color')
    expect(color).not.toBe(await styleOf(paper, 'background-color'))
    await button.focus()
    await expect(button).toHaveCSS('outline-style', 'solid')
    expect(await styleOf(button, 'outline-color')).not.toBe(color)
  }

  await test.step('show those of a patient link', async () => {
    await page.goto(/http[^"\s]*\/r\/[\w-]+/.exec(JSON.stringify(handedOver))?.[0] ?? '')
    const show = page.getByRole('button', { name: 'Show document' })
    await expectButton(show)
    const year = page.locator('[name=year]')
    const width = await styleOf(year, 'border-top-width')
    for (const [name, value] of [
      ['day', '4'],
      ['month', '3'],
      ['year', '1958'],
    ] as const)
      await page.locator(`[name=${name}]`).fill(value)
    watch.allowHttp(422, '/r/')
    await show.click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await styleOf(year, 'border-top-width')).not.toBe(width)
  })

  await test.step('show those of the check of a code', async () => {
    await page.goto(`${server.url}/v`)
    const code = page.getByLabel('Verification code')
    await expectButton(page.getByRole('button', { name: 'Check' }))
    const width = await styleOf(code, 'border-top-width')
    watch.allowHttp(422, '/v?')
    await code.fill('not a code')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await styleOf(code, 'border-top-width')).not.toBe(width)
    await page.goto(`${server.url}/v/${verification.code}`)
    await page.locator('input[type=file]').setInputFiles(samplePng())
    await expect(page.getByText(/^The file is not this report/)).toHaveCSS('border-top-style', 'solid')
  })
})

test('keeps the report readable at a zoom of 400 % [A11Y-01]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor), { file: samplePdf() })
  await signIn(doctor)
  await page.setViewportSize({ width: 320, height: 256 })
  const reportPage = new ReportPage(page)
  await reportPage.open(report.id)
  await reportPage.enlarge.click()
  const viewer = new FileViewer(page)
  await viewer.expectDrawn(1)
  const heightInSight = () =>
    viewer.frame.evaluate((frame) => {
      const { top, bottom } = frame.getBoundingClientRect()
      return Math.min(bottom, window.innerHeight) - Math.max(top, 0)
    })
  expect((await viewer.frame.boundingBox())?.height).toBeGreaterThanOrEqual(256)
  expect(await heightInSight()).toBeGreaterThan(100)
  await viewer.frame.evaluate((frame) => frame.scrollIntoView())
  expect(await heightInSight()).toBeGreaterThan(240)
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isWide).toBe(false)
  await page.keyboard.press('Escape')
  await expect(reportPage.enlarge).toBeFocused()
})

test('announces the stamped copy of a picture as a picture [A11Y-19]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor), { file: samplePng() })
  await signIn(doctor)
  await page.route(`**${report.filePath}*`, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: samplePdf().buffer }),
  )
  const reportPage = new ReportPage(page)
  await reportPage.open(report.id)
  await reportPage.enlarge.click()
  const viewer = new FileViewer(page)
  await viewer.expectDrawn(1)
  await expect(viewer.scroller).toHaveAccessibleName('File content: this page is a picture')
})

test('moves nothing for those who asked for it [ACCESS-05]', async ({ page, data, signIn }) => {
  await signIn(await data.user('Doctor'))
  await page.goto('/user/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && Number(effect?.getTiming().duration) > 10,
        )
        .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 100)),
    )
  for (const act of [
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Control+b'),
    () => page.getByRole('button', { name: /^User menu/ }).click(),
  ]) {
    await act()
    expect(await moving()).toEqual([])
  }
})
