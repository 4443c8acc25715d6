import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectWholeButtonOnPhone, LONGEST_NAME } from '../overflow.ts'
import { AmendPage } from '../pages/amend-page.ts'
import { MergePage } from '../pages/merge-page.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { ReportPage } from '../pages/report-page.ts'
import { toast } from '../toasts.ts'
import { writtenPdf } from '../written-pdf.ts'

const MISMATCH = 'This file may belong to another patient'

let sheets = 0
/** A different sheet each time, because the same file for two patients also causes a warning. */
const sheetFor = (name: string, dateOfBirth: string) =>
  writtenPdf([{ text: `Patient: ${name}\nDate of birth: ${dateOfBirth}\nSheet ${++sheets}` }])

const SARA = { fullName: 'Sara Haddad', dob: '1985-04-12', gender: 'FEMALE' }
const MUHAMMAD = { fullName: LONGEST_NAME, dob: '1990-05-01', gender: 'MALE' }

test('compares a file with the patient as soon as it is uploaded', async ({ page, data, signIn, calls }) => {
  const doctor = await data.user('Doctor')
  const reportType = await data.reportType(doctor)
  const sara = await data.patient(doctor, SARA)
  const muhammad = await data.patient(doctor, MUHAMMAD)
  await signIn(doctor)
  const publishing = new PublishPage(page)
  const main = page.getByRole('main')
  const sheetOfMuhammad = await sheetFor(LONGEST_NAME, '1990-05-01')

  await test.step('shows it next to the record when it names another patient [SAFE-03]', async () => {
    await publishing.open(sara.id)
    await publishing.chooseType(reportType)
    await publishing.upload(sheetOfMuhammad)
    await expect(main.getByRole('alert').filter({ hasText: MISMATCH })).toBeVisible()
    const rowOf = (field: string) => main.getByRole('row').filter({ hasText: field })
    await expect(rowOf('Name').getByRole('cell')).toHaveText([LONGEST_NAME, 'Sara Haddad'])
    await expect(rowOf('Date of Birth').getByRole('cell')).toHaveText(['May 1, 1990', 'April 12, 1985'])
    await expectAccessibleInBothSchemes(page, main.getByRole('note').filter({ hasText: MISMATCH }))
  })

  await test.step('publishes it for this patient only with a tick [SAFE-03]', async () => {
    await publishing.submit.click()
    await expect(publishing.confirm).toHaveText('Publish Anyway')
    await expect(publishing.confirm).toBeDisabled()
    const tick = publishing.question.getByLabel(
      'I compared the file with the patient. It belongs to Sara Haddad.',
    )
    await tick.check()
    await expect(publishing.confirm).toBeEnabled()
    await publishing.question.getByRole('button', { name: 'Cancel' }).click()
    await publishing.submit.click()
    await expect(tick).not.toBeChecked()
    await publishing.question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('switches to the patient whom it names, keeping the entries [SAFE-03]', async () => {
    await publishing.remark.fill('Fasting sample')
    const publishFor = main.getByRole('button', { name: `Publish for ${LONGEST_NAME}` })
    await expectWholeButtonOnPhone(page, publishFor)
    await publishFor.click()
    await expect(page).toHaveURL(`/user/patient/${muhammad.id}/report/publish`)
    await expect(publishing.fileCard).toContainText('results.pdf')
    await expect(publishing.remark).toHaveValue('Fasting sample')
    await expect(publishing.title).toHaveValue(reportType.title)
    await expect(main.getByText('The file names this patient', { exact: true })).toBeVisible()
    await publishing.submit.click()
    await expect(publishing.confirm).toHaveText('Publish')
    await publishing.confirm.click()
    await expect(toast(page, 'Report published successfully')).toBeVisible()
  })

  await test.step('warns when it is a report of the same patient already, who may have it again [SAFE-35]', async () => {
    const usedBefore = { hasText: 'This file was published before' }
    await publishing.open(muhammad.id)
    await publishing.chooseType(reportType)
    await publishing.upload(sheetOfMuhammad)
    const notice = main.getByRole('note').filter(usedBefore)
    await expect(notice).toContainText(/already published for this patient, as report #\d+\./)
    await expectAccessibleInBothSchemes(page, notice)
    await publishing.submit.click()
    await expect(publishing.question.getByRole('note').filter(usedBefore)).toBeVisible()
    // Announced once, on the page.
    await expect(publishing.question.getByRole('alert')).toHaveCount(0)
    await publishing.confirm.click()
    await expect(toast(page, 'Report published successfully')).toBeVisible()
  })

  await test.step('needs the tick, too, when it could not be compared [SAFE-03]', async () => {
    await calls.refuse(contract.reports.checkFile, 503, 'The service is busy')
    await publishing.open(sara.id)
    await publishing.chooseType(reportType)
    await publishing.upload(await sheetFor('Sara Haddad', '1985-04-12'))
    await expect(main.getByText('The file was not compared with the patient')).toBeVisible()
    await publishing.submit.click()
    await expect(publishing.confirm).toBeDisabled()
    await publishing.question.getByRole('button', { name: 'Cancel' }).click()
    await calls.restore()
    await main.getByRole('button', { name: 'Check Again' }).click()
    await expect(main.getByText('The file names this patient', { exact: true })).toBeVisible()
  })
})

test('compares the file of a report that changes hands', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const sara = await data.patient(doctor, SARA)
  const muhammad = await data.patient(doctor, MUHAMMAD)
  const lina = await data.patient(doctor, { fullName: 'Lina Saab', dob: '1970-01-02' })
  const sheetOfMuhammad = () => sheetFor(LONGEST_NAME, '1990-05-01')
  await signIn(doctor)

  await test.step('compares it when it takes the place of another in a report [SAFE-03]', async () => {
    const report = await data.report(doctor, sara)
    const amendments = new AmendPage(page)
    await amendments.open(report.id)
    await amendments.replaceFileWith(await sheetOfMuhammad())
    await expect(page.getByRole('alert').filter({ hasText: MISMATCH })).toBeVisible()
    await amendments.reason.selectOption('Wrong or unreadable file')
    await amendments.submit.click()
    const anyway = amendments.question.getByRole('button', { name: 'Amend Anyway' })
    await expect(anyway).toBeDisabled()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await amendments.question.getByLabel(/I compared the file/).check()
    await anyway.click()
    await expect(toast(page, 'Report amended successfully')).toBeVisible()
  })

  const move = async (to: { id: number }) => {
    const report = await data.report(doctor, sara, { file: await sheetOfMuhammad() })
    await new ReportPage(page).open(report.id)
    await new ReportPage(page).choose('Withdraw')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Wrong patient')
    await dialog.getByRole('searchbox').fill(`ZL-${to.id}`)
    await dialog.getByRole('list', { name: 'Patients found' }).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    return dialog
  }

  await test.step('compares it with the patient it is moved to, who can be changed for the right one [SAFE-03]', async () => {
    const dialog = await move(lina)
    await expect(dialog.getByRole('alert')).toContainText(MISMATCH)
    await expect(dialog.getByRole('button', { name: 'Withdraw and Publish Anyway' })).toBeDisabled()
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await dialog.getByRole('button', { name: `Choose ${LONGEST_NAME}` }).click()
    await expect(dialog.getByText('The file names this patient', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Withdraw and Publish', exact: true }).click()
    await expect(page.getByRole('main').getByRole('group', { name: 'Patient' })).toContainText(
      `ZL-${muhammad.id}`,
    )
  })
})

test('names the patient alike on every screen of a report', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor, { ...SARA, dob: '1985-04-12' })
  const other = await data.patient(doctor, MUHAMMAD)
  const report = await data.report(doctor, patient)
  await signIn(doctor)
  const WHO = new RegExp(`^Sara Haddad\\d+ yearsFemaleBorn April 12, 1985ZL-${patient.id}$`)
  const strip = (place: Page | ReturnType<Page['getByRole']> = page) =>
    place.getByRole('group', { name: 'Patient', exact: true })

  await test.step('names the patient on the report page and in its viewer [SAFE-04]', async () => {
    await new ReportPage(page).open(report.id)
    await expect(strip()).toHaveText(WHO)
    await new ReportPage(page).enlarge.click()
    await expect(strip(page.getByRole('dialog'))).toHaveText(WHO)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(strip(page.getByRole('dialog'))).toBeInViewport({ ratio: 0.99 })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('withdrawing [SAFE-04]', async () => {
    await new ReportPage(page).open(report.id)
    await new ReportPage(page).choose('Withdraw')
    await expect(strip(page.getByRole('dialog'))).toHaveText(WHO)
  })

  await test.step('amending [SAFE-04]', async () => {
    const amendments = new AmendPage(page)
    await amendments.open(report.id)
    await expect(strip()).toHaveText(WHO)
    await amendments.title.fill('Another title')
    await amendments.reason.selectOption('Typing mistake')
    await amendments.submit.click()
    await expect(strip(amendments.question)).toHaveText(WHO)
    await amendments.question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('publishing [SAFE-04]', async () => {
    const publishing = new PublishPage(page)
    await publishing.open(patient.id)
    await expect(strip()).toHaveText(WHO)
    await publishing.upload(await sheetFor('Sara Haddad', '1985-04-12'))
    await publishing.chooseType(report.reportType)
    await publishing.submit.click()
    await expect(strip(publishing.question)).toHaveText(WHO)
    await publishing.question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('merging, both of them [SAFE-04]', async () => {
    await signIn(data.admin)
    const merging = new MergePage(page)
    await merging.openFor(patient)
    await expect(strip()).toHaveText(WHO)
    await merging.openFor(patient, other)
    await expect(page.getByRole('group', { name: `ZL-${patient.id}`, exact: true })).toHaveText(WHO)
    await merging.reason.fill('Registered twice')
    await merging.submit.click()
    await expect(merging.question.getByRole('group', { name: 'Record that stays' })).toHaveText(WHO)
    await expect(
      merging.question.getByRole('group', { name: 'Record that is merged into it' }),
    ).toContainText(`ZL-${other.id}`)
    await expectNoAxeViolations(page, '[role=dialog]')
  })
})

test('asks for the type of a report and its title', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const number = data.next()
  const blood = await data.reportType(doctor, `Ferritin ${number}`)
  const lipids = await data.reportType(doctor, `Bilirubin ${number}`)
  const patient = await data.patient(doctor, SARA)
  await signIn(doctor)
  const publishing = new PublishPage(page)
  await publishing.open(patient.id)

  await test.step('asks for the type first, and finds it by its first letters [SAFE-06]', async () => {
    await expect(publishing.reportType).toBeFocused()
    await page.keyboard.type(`ferritin ${number}`)
    await expect(page.getByRole('option', { name: blood.title })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  })

  await test.step('proposes its title for the report until another one is typed [SAFE-06]', async () => {
    await expect(publishing.title).toHaveValue(blood.title)
    await publishing.chooseType(lipids)
    await expect(publishing.title).toHaveValue(lipids.title)
    await publishing.title.fill(`${blood.title}, second sample`)
    await publishing.chooseType(lipids)
    await expect(publishing.title).toHaveValue(`${blood.title}, second sample`)
  })

  await test.step('asks about a title that names another type [SAFE-06]', async () => {
    await publishing.upload(await sheetFor('Sara Haddad', '1985-04-12'))
    await publishing.submit.click()
    await expect(publishing.question.getByRole('alert')).toContainText(
      `The title says “${blood.title}, second sample”, the type is “${lipids.title}”`,
    )
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await publishing.question.getByRole('button', { name: 'Cancel' }).click()
    await publishing.chooseType(blood)
    await publishing.submit.click()
    await expect(publishing.question.getByRole('alert')).toHaveCount(0)
    await publishing.confirm.click()
    await expect(toast(page, 'Report published successfully')).toBeVisible()
  })
})
