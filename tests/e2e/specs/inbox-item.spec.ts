import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { fillInbox, inboxPdf } from '../inbox-files.ts'
import { toast } from '../toasts.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('shows an opened item', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  const type = await data.reportType(technician, `Lipid panel ${data.next()}`)
  const patient = await data.patient(technician, { fullName: 'Marwan Haddad', dob: '1971-02-03' })
  const other = await data.patient(technician, { fullName: 'Yuki Lindqvist', dob: '1990-10-11' })
  const unknown = await inboxPdf('unknown.pdf', 'Patient: Pavel Novak', 'DOB: 1988-12-24', 'EMR ID: PN-4711')
  await fillInbox(data, technician, [
    await inboxPdf(
      'differs.pdf',
      `Patient: ${patient.fullName}`,
      'DOB: 1999-09-09',
      `EMR ID: ${patient.emrId}`,
      type.title,
    ),
    unknown,
    await inboxPdf('later.pdf', 'Quality control'),
  ])
  await signIn(technician)
  await page.goto('/user/inbox')

  await test.step('shows the file, its details, and possible patients [INBOX-84]', async () => {
    await page.getByRole('link', { name: 'differs.pdf' }).click()
    await expect(page.frameLocator('iframe').getByText('Blood count').first()).toBeVisible()
    const candidate = page.getByRole('radio', { name: /Marwan Haddad/ })
    await expect(candidate).toBeVisible()
    await expect(page.getByText('Date of Birth differs: September 9, 1999 in the file')).toBeVisible()
    await expect(page.getByLabel('Report Title')).toHaveValue(type.title)
    await expect(page.getByText('Type proposed: the file names it', { exact: true })).toBeVisible()
  })

  await test.step('publishes for a patient whom the file contradicts after a confirmation only [INBOX-84]', async () => {
    await page.getByRole('radio', { name: /Marwan Haddad/ }).check()
    await page.getByRole('button', { name: 'Publish for Marwan Haddad' }).click()
    const question = page.getByRole('dialog', { name: 'Publish for Marwan Haddad?' })
    const confirm = question.getByRole('button', { name: 'Publish Anyway' })
    await expect(confirm).toBeDisabled()
    await question.getByRole('checkbox').check()
    await expect(confirm).toBeEnabled()
    await question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('asks for confirmation of a patient whom the file does not name [INBOX-84]', async () => {
    await page
      .getByRole('textbox', { name: 'Search by name, phone or ZL id' })
      .or(page.getByRole('searchbox', { name: 'Search by name, phone or ZL id' }))
      .fill('Lindqvist')
    await page.getByRole('button', { name: new RegExp(other.fullName) }).click()
    await page.keyboard.press('Control+Enter')
    const question = page.getByRole('dialog', { name: 'Publish for Yuki Lindqvist?' })
    await expect(question).toContainText('nothing in it agrees with Yuki Lindqvist')
    await question.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('reloads and goes back as other pages do [INBOX-88]', async () => {
    await page.reload()
    await expect(heading(page)).toHaveText('differs.pdf')
    await page.goBack()
    await expect(page.getByRole('link', { name: 'unknown.pdf' })).toBeVisible()
  })

  await test.step('registers its patient with the file’s details, and returns [INBOX-89]', async () => {
    await page.getByRole('link', { name: 'unknown.pdf' }).click()
    await page.getByRole('combobox', { name: 'Report Type' }).click()
    await page.keyboard.type(type.title)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Report Title')).toHaveValue(type.title)
    await page.getByLabel('Remark').fill('Fasting sample')
    await page.getByRole('button', { name: 'Register This Patient' }).click()
    await expect(page.getByLabel('Full Name')).toHaveValue('Pavel Novak')
    await expect(page.getByLabel('EMR ID')).toHaveValue('PN-4711')
    await page.getByLabel('Email').fill('pavel@mail.test')
    await page.getByRole('textbox', { name: 'Phone' }).fill('+971501234567')
    await page.getByLabel('Gender').selectOption({ label: 'Male' })
    await page.getByRole('button', { name: 'Register and Return' }).click()
    await expect(heading(page)).toHaveText('unknown.pdf')
    await expect(page.getByLabel('Remark')).toHaveValue('Fasting sample')
    await page.getByRole('button', { name: 'Publish for Pavel Novak' }).click()
    await expect(toast(page, 'Published for Pavel Novak')).toBeVisible()
  })

  await test.step('proposes the type of the last one from its source, unless its file says more [INBOX-156]', async () => {
    await expect(heading(page)).toHaveText('later.pdf')
    await expect(page.getByLabel('Report Title')).toHaveValue(type.title)
  })
})
