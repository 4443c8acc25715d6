import type { Page } from '@playwright/test'
import { contract, REFUSAL } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { ReportsPage } from '../pages/reports-page.ts'
import { toast } from '../toasts.ts'
import { typePhone } from '../pages/fields.ts'

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
const chooseOf = async (page: Page, lab: string, action: 'Edit' | 'Delete') => {
  await page.getByRole('button', { name: `More actions for ${lab}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('edits and deletes a lab in its card', async ({ page, data, signIn, watch }) => {
  const { lab } = await data.user('Receptionist')
  const unused = await data.lab()
  const used = lab?.name ?? '?'
  await signIn(data.admin)
  await page.goto('/user/labs')
  const modal = page.getByRole('dialog', { name: 'Edit Lab' })
  const field = (name: string) => modal.getByRole('textbox', { name, exact: true })
  const save = modal.getByRole('button', { name: /^(Save Changes|Saving...)$/ })
  const name = `Renamed Lab ${data.next()}`

  await test.step('edits it there, its phone too [PLACES-01]', async () => {
    await chooseOf(page, used, 'Edit')
    await expect(field('Lab Name')).toHaveValue(used)
    await expect(field('Address Line 1')).toHaveValue('12 Harbour Road')
    await expect(field('City')).toHaveValue('Dubai')
    await expect(field('Email')).toHaveValue('desk@lab.test')
    await expect(save).toBeDisabled()
    await field('City').fill('')
    await save.click()
    await expect(modal.getByText('City is required', { exact: true })).toBeVisible()
    await field('City').fill('Sharjah')
    watch.allowHttp(409, '/lab/update/')
    await field('Lab Name').fill(unused.name)
    await save.click()
    await expect(toast(page, REFUSAL.LAB_NAME_TAKEN)).toBeVisible()
    await expect(field('Lab Name')).toHaveAccessibleDescription(REFUSAL.LAB_NAME_TAKEN)
    await field('Lab Name').fill(name)
    await typePhone(field('Phone'), '43334455')
    await save.click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await expect(modal).toBeHidden()
    await expect(cardOf(page, name)).toContainText('12 Harbour Road, Sharjah')
    await expect(cardOf(page, name)).toContainText('+97143334455')
    await expect(cardOf(page, used)).toHaveCount(0)
    await page.goto('/user/users')
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1)
  })

  const question = page.getByRole('dialog', { name: 'Delete lab' })
  await test.step('keeps it while it is in use, with the reason [PLACES-01]', async () => {
    await page.goto('/user/labs')
    watch.allowHttp(409, '/lab/delete/')
    await chooseOf(page, name, 'Delete')
    await expect(question).toContainText(`Are you sure you want to delete ${name} lab?`)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toContainText(REFUSAL.LAB_IN_USE)
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(cardOf(page, name)).toBeVisible()
    await chooseOf(page, name, 'Delete')
    await expect(question.getByRole('alert')).toBeHidden()
    await question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('deletes it when it is not in use [PLACES-01]', async () => {
    await chooseOf(page, unused.name, 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Lab deleted successfully')).toBeVisible()
    await expect(cardOf(page, unused.name)).toHaveCount(0)
  })
})

test('edits and deletes report types', async ({ page, data, signIn, watch }) => {
  const doctor = await data.user('Doctor')
  const used = await data.reportType(doctor)
  const unused = await data.reportType(doctor)
  const report = await data.report(doctor, await data.patient(doctor), { reportType: used })
  await signIn(doctor)
  await page.goto('/user/reports')
  const rowOf = (title: string) => page.getByRole('row').filter({ hasText: title })
  const modal = page.getByRole('dialog', { name: 'Edit Report Type' })
  const title = `Renamed type ${data.next()}`

  await test.step('lists them on their page [PLACES-02]', async () => {
    await page.getByRole('link', { name: 'Manage Report Types' }).click()
    await expect(page).toHaveURL('/user/settings/report-types')
    await expect(page.getByRole('heading', { level: 1, name: 'Report Types' })).toBeVisible()
    await expect(rowOf(used.title)).toBeVisible()
  })

  await test.step('edits them there [PLACES-02]', async () => {
    await page.getByRole('button', { name: `Edit ${used.title}`, exact: true }).click()
    await expect(modal.getByLabel(/^Title/)).toHaveValue(used.title)
    watch.allowHttp(409, '/report/updateReportType/')
    await modal.getByLabel(/^Title/).fill(unused.title)
    await modal.getByRole('button', { name: 'Save Changes' }).click()
    await expect(modal.getByText(REFUSAL.REPORT_TYPE_TITLE_TAKEN, { exact: true })).toBeVisible()
    await modal.getByLabel(/^Title/).fill(title)
    // The dialog names the affected records before saving [SAFE-19].
    await expect(modal.getByRole('note')).toContainText(
      `1 published report of your lab keeps the title ${used.title}.`,
    )
    await expectAccessibleInBothSchemes(page, '[role=dialog]')
    await modal.getByLabel(/^Description/).fill('What it is for')
    await modal.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Changes saved successfully')).toBeVisible()
    await expect(rowOf(title)).toContainText('What it is for')
    await expect(rowOf(used.title)).toHaveCount(0)
  })

  await test.step('shows the new title where one is chosen, the old one on published reports [PLACES-03, SAFE-19]', async () => {
    await page.getByRole('button', { name: 'Go Back' }).click()
    const list = new ReportsPage(page)
    await expect(list.rows.filter({ hasText: report.title })).toContainText(used.title)
    await expect(list.typeFilter.getByRole('option', { name: title, exact: true })).toBeAttached()
    await expect(list.typeFilter.getByRole('option', { name: used.title, exact: true })).not.toBeAttached()
    await page.goto(`/user/reports/view/${report.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(used.title)
  })

  const question = page.getByRole('dialog', { name: 'Delete report type' })
  await test.step('keeps them while they are in use, with the reason [PLACES-02]', async () => {
    await page.goto('/user/settings/report-types')
    watch.allowHttp(409, '/report/deleteReportType/')
    await page.getByRole('button', { name: `Delete ${title}`, exact: true }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toContainText(REFUSAL.REPORT_TYPE_IN_USE)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(title)).toBeVisible()
  })

  await test.step('deletes them when no report uses them [PLACES-02]', async () => {
    await page.getByRole('button', { name: `Delete ${unused.title}`, exact: true }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Report type deleted successfully')).toBeVisible()
    await expect(rowOf(unused.title)).toHaveCount(0)
  })

  await test.step('adds them there too', async () => {
    const added = `Added type ${data.next()}`
    await page.getByRole('button', { name: 'New Report Type' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Report Type' })
    await dialog.getByLabel(/^Title/).fill(added)
    await dialog.getByRole('button', { name: 'Add Report Type' }).click()
    await page
      .getByRole('dialog', { name: 'Add report type' })
      .getByRole('button', { name: 'Add', exact: true })
      .click()
    await expect(toast(page, 'Report type added successfully')).toBeVisible()
    await expect(rowOf(added)).toBeVisible()
  })
})

test('shows the report types to the other roles', async ({ page, data, signIn }) => {
  const receptionist = await data.user('Receptionist')
  const type = await data.reportType(data.admin)

  await test.step('lets the Admin read and add them in the settings', async () => {
    await signIn(data.admin)
    await page.goto('/user/settings/general')
    await page.getByRole('link', { name: 'Report Types' }).click()
    await expect(page.getByRole('row').filter({ hasText: type.title })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Report Type' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0)
    await page.goto('/user/reports')
    await expect(page.getByRole('heading', { level: 1, name: 'Medical Reports' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Manage Report Types' })).toHaveCount(0)
  })

  await test.step('keeps a Receptionist out', async () => {
    await signIn(receptionist)
    await page.goto('/user/settings/report-types')
    await expect(page.getByRole('heading', { name: 'Unauthorized Access' })).toBeVisible()
  })

  await test.step('forgets a lookup of deleted types', async () => {
    const doctor = await data.user('Doctor')
    await (await data.as(doctor)).call(contract.reportTypes.remove, { params: { id: String(type.id) } })
    await signIn(doctor)
    await page.goto('/user/reports')
    const list = new ReportsPage(page)
    await expect(list.typeFilter.getByRole('option', { name: type.title, exact: true })).not.toBeAttached()
  })
})
