import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { contract, shownVerificationCode } from '@zelab/contract'
import { expectNoAxeViolations, expectPublicPageAccessible } from '../accessibility.ts'
import { expect } from '../fixtures.ts'
import { enterBirthday, linkInText, test } from '../mail-fixtures.ts'
import { samplePdf } from '../sample-files.ts'
import type { TestData } from '../test-data.ts'

const checkable = async (data: TestData) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { fullName: 'Layla Haddad', dob: '1990-03-04' })
  const report = await data.report(doctor, patient, { file: samplePdf() })
  const api = await data.as(doctor)
  const params = { id: String(report.id) }
  const { data: verification } = await api.call(contract.reports.getVerification, { params })
  const handOver = async () => {
    const { data: options } = await api.call(contract.deliveries.handOver, {
      params,
      body: { channel: 'copy', language: 'en' },
    })
    return linkInText(JSON.stringify(options))
  }
  return { doctor, api, report, code: verification.code, handOver }
}

const fact = (page: Page, name: string) =>
  page.locator('dl div', { has: page.getByText(name, { exact: true }) }).locator('dd')

test('shows whether the report of a code typed from paper is current [AUTHN-12]', async ({
  data,
  server,
  watch,
  openBrowser,
}) => {
  const { report, code } = await checkable(data)
  const page = await openBrowser()
  watch.allowHttp(422, '/v?')
  await page.goto(`${server.url}/v`)
  await expectPublicPageAccessible(page)
  await page.keyboard.type('not a code')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This is not a verification code.')
  await expect(page.getByLabel('Verification code')).toHaveValue('not a code')
  await page.getByLabel('Verification code').fill(shownVerificationCode(code).toLowerCase())
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('heading', { name: 'Genuine and current' })).toBeVisible()
  await expect(fact(page, 'Report number')).toHaveText(`#${report.id}`)
  await expect(fact(page, 'Patient’s initials')).toHaveText('L•• H••')
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { name: 'أصلي وهو أحدث نسخة' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'التحقق من رمز آخر' }).click()
  await expect(page.getByRole('heading', { name: 'التحقق من تقرير' })).toBeVisible()
})

test('compares a chosen or dropped file without sending it [AUTHN-12]', async ({
  data,
  server,
  openBrowser,
}) => {
  const { code } = await checkable(data)
  const page = await openBrowser()
  const sent: number[] = []
  page.on('request', (request) => sent.push(request.postDataBuffer()?.length ?? 0))
  await page.goto(`${server.url}/v/${code}`)
  await page.getByLabel('Choose a file').setInputFiles(samplePdf())
  await expect(page.getByRole('status')).toHaveText('The file is this version of the report, unchanged.')
  const other = test.info().outputPath('other.pdf')
  writeFileSync(other, 'another document')
  await page.getByLabel('Choose a file').setInputFiles(other)
  await expect(page.getByRole('status')).toContainText('The file is not this report.')
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'report.pdf', { type: 'application/pdf' }))
      return transfer
    },
    [...samplePdf().buffer],
  )
  await page.getByText('Do you have the report as a file?').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByRole('status')).toHaveText('The file is this version of the report, unchanged.')
  await expectPublicPageAccessible(page)
  expect(Math.max(...sent)).toBe(0)
})

test('shows a patient’s report to others with a viewing code [AUTHN-12]', async ({
  browser,
  data,
  watch,
  openBrowser,
  server,
}) => {
  const { code, handOver } = await checkable(data)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  })
  const phone = await context.newPage()
  await phone.goto(await handOver())
  await enterBirthday(phone, ['4', '3', '1990'])
  await phone.getByRole('link', { name: 'Prove that this document is real' }).click()
  await phone.getByRole('button', { name: 'Create a viewing code' }).click()
  const pass = (await phone.getByRole('status').textContent()) ?? ''
  expect(pass.trim()).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await expect(phone.getByText('It works once, within 10 minutes.')).toBeVisible()

  const desk = await openBrowser()
  await desk.goto(`${server.url}/v/${code}`)
  watch.allowHttp(422, `/v/${code}/report`)
  await desk.getByLabel('Viewing code').fill('0000-0000')
  await desk.getByRole('button', { name: 'Show the report' }).click()
  await expect(desk.getByRole('alert')).toContainText('This viewing code is wrong')
  await expect(desk.getByLabel('Viewing code')).toBeFocused()
  await desk.getByLabel('Viewing code').fill(pass.trim().toLowerCase())
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'The report, shown by the patient' })).toBeVisible()
  await expect(desk.getByRole('img', { name: 'First page of the report' })).toHaveJSProperty('complete', true)
  await expectPublicPageAccessible(desk)
  const file = await desk.request.get(
    (await desk.getByRole('link', { name: 'Open the report' }).getAttribute('href')) ?? '',
  )
  expect(file.headers()['content-type']).toBe('application/pdf')
  await phone.getByRole('link', { name: 'Back' }).click()
  await phone.getByRole('link', { name: 'Prove that this document is real' }).click()
  await expect(phone.getByText('The last viewing code was used on')).toBeVisible()
  await context.close()
})
