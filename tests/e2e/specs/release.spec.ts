import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { samplePdf, samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

const openFromList = async (page: Page, title: string) => {
  await page.goto('/user/dashboard')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Awaiting Release/ })
    .click()
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

test('two people, from the upload to the patient', async ({ page, data, signIn, browser, server }) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0 }
  const technician = await data.user('Technician', lab)
  const type = await data.reportType(technician, `Vitamin D ${data.next()}`)
  const patient = await data.patient(technician, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const title = `Vitamin D ${data.next()}`

  await test.step('the Admin asks for two persons for all report types [RELEASE-22]', async () => {
    await signIn(data.admin)
    await page.goto(`/user/labs/${lab.id}`)
    await page.getByRole('tab', { name: 'Release' }).click()
    await expect(page.getByText('One person', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Edit Release' }).click()
    await page.getByRole('radio', { name: 'Two persons for all report types' }).check()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await expect(page.getByText('Two persons for all report types', { exact: true })).toBeVisible()
  })

  const context = await browser.newContext({ baseURL: server.url })
  const author = await context.newPage()
  await signIn(technician, author)
  await signIn(doctor)

  await test.step('a Technician publishes, and the report awaits release [RELEASE-23]', async () => {
    const publishing = new PublishPage(author)
    await publishing.open(patient.id)
    await publishing.upload(samplePng())
    await publishing.chooseType(type)
    await publishing.title.fill(title)
    await publishing.submit.click()
    await publishing.confirm.click()
    await expect(toast(author, 'Report awaits release by a second person')).toBeVisible()
    await expect(author).toHaveURL(/\/user\/release\?list=own$/)
    await expect(author.getByText('Awaits release', { exact: true })).toBeVisible()
    await author.getByRole('link', { name: title, exact: true }).click()
    await expect(author.getByText('Another person releases this report')).toBeVisible()
    await expect(author.getByRole('button', { name: 'Release', exact: true })).toHaveCount(0)
  })

  await test.step('a Doctor sends it back with a reason [RELEASE-24]', async () => {
    await openFromList(page, title)
    await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await expectNothingSticksOut(page)
    await page.getByRole('button', { name: 'Send Back' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send back to the author' })
    await dialog.getByLabel('Reason').fill('Unit')
    await dialog.getByRole('button', { name: 'Send Back' }).click()
    await expect(dialog.getByText('Please give a reason of 10 to 500 characters')).toBeVisible()
    await dialog.getByLabel('Reason').fill('The unit of the result is missing')
    await dialog.getByRole('button', { name: 'Send Back' }).click()
    await expect(toast(page, 'Report sent back to its author')).toBeVisible()
  })

  await test.step('the Technician sees the reason and corrects file and title [RELEASE-24]', async () => {
    await openFromList(author, title)
    await expect(author.getByText('The unit of the result is missing')).toBeVisible()
    await author.getByRole('button', { name: 'Correct', exact: true }).click()
    const dialog = author.getByRole('dialog', { name: 'Correct report' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill(`${title} with unit`)
    await dialog.locator('input[type=file]').setInputFiles(samplePdf())
    await expect(dialog.getByText(`New file: ${samplePdf().name}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Correction' }).click()
    await expect(toast(author, 'Report corrected. It awaits release again.')).toBeVisible()
  })

  let reportId = 0
  await test.step('the Doctor opens and releases it [RELEASE-23]', async () => {
    await openFromList(page, `${title} with unit`)
    await expect(page.frameLocator('iframe').locator('canvas').first()).toBeVisible()
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Release report' })
      .getByRole('button', { name: 'Release' })
      .click()
    await expect(toast(page, 'Report released successfully')).toBeVisible()
    await page.goto('/user/reports')
    await page
      .getByRole('link', { name: `${title} with unit` })
      .first()
      .click()
    await expect(page.getByText(`Released by ${doctor.fullName}`)).toBeVisible()
    reportId = Number(page.url().split('/').at(-1))
  })

  await test.step('the patient opens it [RELEASE-23]', async () => {
    const api = await data.as(doctor)
    const handedOver = await api.call(contract.deliveries.handOver, {
      params: { id: String(reportId) },
      body: { channel: 'copy', language: 'en' },
    })
    const address = /https?:\/\/[^"\s]+\/r\/[\w-]+/.exec(JSON.stringify(handedOver))?.[0] ?? ''
    const visitor = await browser.newContext({ baseURL: server.url })
    const link = await visitor.newPage()
    await link.goto(new URL(address).pathname)
    for (const [name, value] of Object.entries({ day: '12', month: '4', year: '1985' }))
      await link.locator(`[name=${name}]`).fill(value)
    await link.getByRole('button', { name: 'Show document' }).click()
    await expect(link.getByText(`${title} with unit`).first()).toBeVisible()
    await visitor.close()
  })
  await context.close()
})
