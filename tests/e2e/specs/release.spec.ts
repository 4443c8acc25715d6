import { createHash } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { contract, SUCCESS } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { AmendPage } from '../pages/amend-page.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { samplePdf, samplePng } from '../sample-files.ts'
import { openFromList, rowOf } from '../pages/release-list.ts'
import { toast } from '../toasts.ts'

test('two people, from the upload to the patient', async ({ page, data, signIn, browser, server }) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0 }
  const technician = await data.user('Technician', lab)
  const type = await data.reportType(technician, `Vitamin D ${data.next()}`)
  const patient = await data.patient(technician, { fullName: 'Amal Mansour', dob: '1985-04-12' })
  const title = `Vitamin D ${data.next()}`

  await test.step('the Admin asks for two people for all report types [RELEASE-22]', async () => {
    await signIn(data.admin)
    await page.goto(`/user/labs/${lab.id}`)
    await page.getByRole('main').getByRole('navigation').getByRole('link', { name: 'Release' }).click()
    await expect(page.getByText('One person', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Edit Release' }).click()
    await page.getByRole('radio', { name: 'Two people for all report types' }).check()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await expect(page.getByText('Two people for all report types', { exact: true })).toBeVisible()
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
    await rowOf(author, title).getByRole('link', { name: 'Amal Mansour', exact: true }).click()
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

  await test.step('the Technician sees the reason and corrects file and title [RELEASE-24] [RELEASE-124]', async () => {
    await openFromList(author, title)
    await expect(author.getByText('The unit of the result is missing')).toBeVisible()
    await author.getByRole('button', { name: 'Correct', exact: true }).click()
    const dialog = author.getByRole('dialog', { name: 'Correct report' })
    await expect(dialog.getByText('The unit of the result is missing')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Title' }).fill(`${title} with unit`)
    await dialog.locator('input[type=file]').setInputFiles(samplePdf())
    await expect(dialog.getByText(`New file: ${samplePdf().name}`)).toBeVisible()
    await dialog.getByLabel(`Reply to ${doctor.fullName}`).fill('The unit is behind the value now')
    await dialog.getByRole('button', { name: 'Save Correction' }).click()
    await expect(toast(author, 'Report corrected. It awaits release again.')).toBeVisible()
    await expect(author).toHaveURL(/\/user\/release\?list=own$/)
  })

  await test.step('the Doctor reads the reply beside the reason [RELEASE-132]', async () => {
    await openFromList(page, `${title} with unit`)
    await expect(page.getByText(`Sent back by ${doctor.fullName}, and corrected`)).toBeVisible()
    await expect(page.getByText('The unit is behind the value now')).toBeVisible()
    await expect(page.getByText('The unit of the result is missing')).toBeVisible()
  })

  let reportId = 0
  await test.step('the Doctor opens and releases what the page shows [RELEASE-23] [RELEASE-82]', async () => {
    const file = '**/api/v1/release/file/*'
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(file, async (route) => {
      await isAnswered
      await route.continue()
    })
    await openFromList(page, `${title} with unit`)
    const release = page.getByRole('button', { name: 'Release', exact: true })
    await expect(release).toBeDisabled()
    await expect(release).toHaveAccessibleDescription('You can release the report once its file is shown.')
    answer()
    await expect(page.frameLocator('iframe').locator('canvas').first()).toBeVisible()
    await release.click()
    const sent = page.waitForRequest('**/release/release/*')
    await page
      .getByRole('dialog', { name: 'Release report' })
      .getByRole('button', { name: 'Release' })
      .click()
    const sha256 = createHash('sha256').update(samplePdf().buffer).digest('hex')
    expect((await sent).postDataJSON()).toMatchObject({ sha256 })
    await page.unroute(file)
    await expect(toast(page, `Released 1 report: ${title} with unit of Amal Mansour`)).toBeVisible()
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

    await test.step('shows no file to the patient while it is suspended [RELEASE-67]', async () => {
      const amend = new AmendPage(author)
      await amend.open(reportId)
      await amend.title.fill(`${title} corrected`)
      await amend.reason.selectOption('Wrong or missing result')
      await amend.submit.click()
      await expect(amend.question).toContainText('version 2 is published once released')
      await author.getByLabel('Suspend the current version until this one is released').check()
      await amend.confirm.click()
      await expect(author.getByText('Suspended: a correction awaits release')).toBeVisible()
      await expectAccessibleInBothSchemes(author)
      await link.reload()
      await expect(link.getByText('This report is being corrected. Please contact the lab.')).toBeVisible()
      await test.step('lists mark it as suspended [REPLIST-41]', async () => {
        const marked = (place: Locator) => expect(place.getByText('Suspended', { exact: true })).toBeVisible()
        await page.goto('/user/dashboard')
        await marked(page.getByRole('list', { name: 'Recent reports' }).getByRole('listitem').first())
        await page.goto('/user/reports')
        const row = page.getByRole('row').filter({ hasText: `${title} with unit` })
        await marked(row)
        await row.getByRole('link', { name: 'Amal Mansour' }).click()
        await marked(page.getByRole('row').filter({ hasText: `${title} with unit` }))
      })
      await openFromList(page, `${title} corrected`)
      await expect(page.getByText('The published version is suspended')).toBeVisible()
      await page.getByRole('button', { name: 'Lift the Suspension' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Lift the Suspension' }).click()
      await expect(toast(page, 'The published version is visible again')).toBeVisible()
      await link.reload()
      await expect(link.getByText(`${title} with unit`).first()).toBeVisible()
    })
    await visitor.close()
  })

  await test.step('lets a Doctor release what was opened in one go [RELEASE-68] [RELEASE-97]', async () => {
    await page.goto('/user/release')
    // Opened above.
    await rowOf(page, `${title} corrected`).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Release Selected (1)' }).click()
    const question = page.getByRole('dialog', { name: 'Release 1 report' })
    await expect(question.getByRole('listitem')).toHaveText(`Amal Mansour · ${title} corrected`)
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'Release' }).click()
    await expect(toast(page, `Released 1 report: ${title} corrected of Amal Mansour`)).toBeVisible()
    await expect(page.getByText('No report awaits release.')).toBeVisible()
  })

  await test.step('lets a Doctor alone on duty release their own, which another reviews [RELEASE-69]', async () => {
    const api = await data.as(data.admin)
    await api.call(contract.release.updateReleaseSettings, {
      params: { id: String(lab.id) },
      body: { allowsAlone: true },
    })
    const own = await data.as(doctor)
    const { fileUrl } = await own.uploadFile(samplePdf())
    await own.call(contract.reports.publish, {
      params: { patientId: String(patient.id) },
      body: { title: `${title} alone`, reportTypeId: type.id, patientId: patient.id, fileUrl },
    })
    await page.goto('/user/release')
    const box = rowOf(page, `${title} alone`).getByRole('checkbox')
    await expect(box).toBeDisabled()
    await expect(box).toHaveAccessibleDescription('Another person releases your own report.')
    await expect(page.getByText('Another person releases your own report.')).toHaveCount(1)
    await rowOf(page, `${title} alone`).getByRole('link', { name: 'Amal Mansour', exact: true }).click()
    await expect(page.frameLocator('iframe').locator('canvas').first()).toBeVisible()
    await page.getByRole('button', { name: 'Release Alone on Duty' }).click()
    const dialog = page.getByRole('dialog', { name: 'Release report' })
    await dialog.getByLabel('Reason').fill('Nobody else on the night shift')
    await dialog.getByRole('button', { name: 'Release' }).click()
    await expect(toast(page, `Released 1 report: ${title} alone of Amal Mansour`)).toBeVisible()
    await signIn(await data.user('Doctor', lab), author)
    await author.goto('/user/release?list=review')
    await rowOf(author, `${title} alone`).getByRole('link', { name: 'Amal Mansour', exact: true }).click()
    await author.getByRole('button', { name: 'Confirm Review' }).click()
    await expect(toast(author, SUCCESS.releaseReviewed)).toBeVisible()
  })
  await context.close()
})
