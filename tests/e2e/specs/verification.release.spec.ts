import type { Page } from '@playwright/test'
import { contract, STAFF_ROLES } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { AmendPage } from '../pages/amend-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { sampleJpeg, samplePdf } from '../sample-files.ts'

const CODE = /^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{6}$/

const cardOf = (page: Page) => page.getByRole('region', { name: 'Verification', exact: true })
const lookupsOf = (page: Page) => cardOf(page).getByRole('list', { name: 'Look-ups' }).getByRole('listitem')
const publicPageOf = (page: Page) => cardOf(page).getByRole('link', { name: 'Open the Public Page' })

test('shows the verification of a report', async ({ page, data, signIn, openBrowser }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor), { file: samplePdf() })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)
  const code = cardOf(page).locator('code')
  const address = async () => (await publicPageOf(page).getAttribute('href')) ?? ''

  await test.step('shows the code in groups and that no one looked it up [AUTHN-30]', async () => {
    await expect(code).toHaveText(CODE)
    await expect(cardOf(page).getByText('Not looked up yet', { exact: true })).toBeVisible()
    const plain = (await code.innerText()).replaceAll('-', '')
    expect(await address()).toMatch(new RegExp(`^https?://.+/v/${plain}$`, 'i'))
  })

  await test.step('copies the address of the public page [AUTHN-30]', async () => {
    await cardOf(page).getByRole('button', { name: 'Copy the address of the public page' }).click()
    await expect(cardOf(page).getByText('Copied', { exact: true })).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await address())
  })

  await test.step('opens the public page in a new tab [AUTHN-30]', async () => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), publicPageOf(page).click()])
    await expect(tab.getByRole('heading', { name: 'Genuine and current' })).toBeVisible()
    await tab.close()
  })

  await test.step('lists what a visitor asked [AUTHN-30]', async () => {
    const visitor = await openBrowser()
    await visitor.goto(await address())
    await expect(visitor.getByRole('heading', { name: 'Genuine and current' })).toBeVisible()
    await visitor.locator('input[type=file]').setInputFiles(sampleJpeg())
    await expect(visitor.getByText(/^The file is not this report\./)).toBeVisible()
    await visitor.locator('input[type=file]').setInputFiles(samplePdf())
    await expect(visitor.getByText('The file is this version of the report, unchanged.')).toBeVisible()
    await page.reload()
    await expect(lookupsOf(page)).toHaveText([
      /^File is unchanged.*Version 1$/,
      /^File is not this report.*Version 1/,
      // The doctor and the visitor share a network, within minutes.
      /^Shown as current/,
    ])
  })

  await test.step('marks what needs attention by a sign and words [AUTHN-30]', async () => {
    await expect(lookupsOf(page).nth(1).locator('svg')).toBeVisible()
    await expect(lookupsOf(page).nth(0).locator('svg')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page, cardOf(page))
  })
})

test('shows the code of the new version for an amended report [AUTHN-30]', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  await signIn(doctor)
  await page.goto(`/user/reports/view/${report.id}`)
  const first = await cardOf(page).locator('code').innerText()
  await new ReportPage(page).choose('Amend')
  const amend = new AmendPage(page)
  await amend.remark.fill('Corrected')
  await amend.reason.selectOption({ index: 1 })
  await amend.submit.click()
  await amend.confirm.click()
  await expect(cardOf(page).getByText('Verification code of version 2', { exact: true })).toBeVisible()
  await expect(cardOf(page).locator('code')).toHaveText(CODE)
  await expect(cardOf(page).locator('code')).not.toHaveText(first)
})

for (const role of STAFF_ROLES)
  test(`shows the code of a report to every role, the ${role} [AUTHN-30]`, async ({ page, data, signIn }) => {
    const technician = await data.user('Technician')
    const report = await data.report(technician, await data.patient(technician))
    const user = role === 'Admin' ? data.admin : await data.user(role, technician.lab ?? { id: 0 })
    await signIn(user)
    await page.goto(`/user/reports/view/${report.id}`)
    await expect(cardOf(page).locator('code')).toHaveText(CODE)
  })

test('shows the states of the verification', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const report = await data.report(doctor, await data.patient(doctor))
  const { getVerification } = contract.reports
  await signIn(doctor)

  await test.step('tries again after a failure [AUTHN-30]', async () => {
    await calls.refuse(getVerification, 500, 'Something went wrong on our side')
    await page.goto(`/user/reports/view/${report.id}`)
    await expect(cardOf(page).getByText('Something went wrong on our side')).toBeVisible()
    await calls.restore()
    await cardOf(page).getByRole('button', { name: 'Retry' }).click()
    await expect(cardOf(page).locator('code')).toHaveText(CODE)
  })

  await test.step('counts more look-ups than are listed [AUTHN-30]', async () => {
    const lookup = {
      at: new Date().toISOString(),
      version: 1,
      outcome: 'pass-refused',
      network: '2001:db8:12::/48',
    }
    const lookups = Array.from({ length: 20 }, () => lookup)
    const data = { code: '0'.repeat(26), address: 'https://reports.test/v/0', lookups, totalLookups: 132 }
    await calls.answer(getVerification, { success: true, data })
    await page.reload()
    await expect(cardOf(page).getByText('132 look-ups in the last 90 days', { exact: true })).toBeVisible()
    await expect(lookupsOf(page)).toHaveCount(20)
    await expect(lookupsOf(page).first()).toContainText('Viewing code refused')
    // The list scrolls by keyboard.
    await cardOf(page).getByRole('list', { name: 'Look-ups' }).focus()
    await page.keyboard.press('End')
    await expect(lookupsOf(page).last()).toBeInViewport()
  })
})
