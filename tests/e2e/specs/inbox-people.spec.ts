import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { addInboxRule, fillInbox, identityOf, inboxPdf } from '../inbox-files.ts'
import { expectNothingSticksOut, expectWholeButtonOnPhone, LONGEST_NAME } from '../overflow.ts'
import { toast } from '../toasts.ts'

const table = (page: Page, name: string) => page.getByRole('table', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('two people and one item', async ({ page, data, signIn, openBrowser, watch }) => {
  const technician = await data.user('Technician')
  const doctor = await data.user('Doctor', technician.lab ?? undefined)
  const type = await data.reportType(technician)
  await addInboxRule(data, technician.lab ?? { id: 0 }, { reportTypeId: type.id, title: 'Urine culture' })
  const patient = await data.patient(technician, { fullName: 'Olga Castellano', dob: '1966-07-08' })
  const [first] = await fillInbox(data, technician, [
    await inboxPdf('first.pdf', ...identityOf(patient)),
    await inboxPdf('second.pdf', 'Quality control'),
  ])
  const address = `/user/inbox/${first?.id}`
  await signIn(technician)
  await page.goto('/user/inbox')
  await page.getByRole('link', { name: 'first.pdf' }).click()
  await expect(page.getByRole('button', { name: 'Publish for Olga Castellano' })).toBeVisible()
  const colleague = await openBrowser(doctor)
  watch.allowHttp(409, '/inbox/')

  await test.step('show in the list who has it open, and bulk publishing leaves it out [INBOX-90]', async () => {
    await colleague.goto('/user/inbox')
    await expect(table(colleague, 'Open')).toContainText(`Opened by ${technician.fullName}`)
    await expect(colleague.getByRole('button', { name: /^Publish \d/ })).toHaveCount(0)
  })

  await test.step('cannot open it, and reach the next one with a press [INBOX-90, ACCESS-10]', async () => {
    await colleague.goto(address)
    const alert = colleague.getByRole('alert').filter({ hasText: 'Another person has opened this item.' })
    await expect(alert).toBeVisible()
    await expect(alert.getByRole('button')).toHaveCount(0)
    await colleague.getByRole('button', { name: 'Next item' }).click()
    await expect(heading(colleague)).toHaveText('second.pdf')
    await colleague.goto('/user/inbox')
  })

  await test.step('leaving releases it [INBOX-90]', async () => {
    await page.keyboard.press('Escape')
    await expect(table(page, 'Open')).toBeVisible()
    await colleague.goto(address)
    await expect(heading(colleague)).toHaveText('first.pdf')
    await colleague.goto('/user/dashboard')
    await expect(heading(colleague)).toHaveText('Dashboard')
  })

  await test.step('entries stay when another user was faster [INBOX-91]', async () => {
    await page.goto(address)
    await page.getByLabel('Remark').fill('Second sample of the day')
    const api = await data.as(technician)
    await api.call(contract.inbox.release, { params: { id: String(first?.id) } })
    const theirs = await data.as(doctor)
    await theirs.call(contract.inbox.claim, { params: { id: String(first?.id) } })
    // The file was shown.
    await expect(page.getByRole('button', { name: 'Publish for Olga Castellano' })).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('This item is no longer reserved for you', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Remark')).toHaveValue('Second sample of the day')
    await theirs.call(contract.inbox.release, { params: { id: String(first?.id) } })
    await page.getByRole('button', { name: 'Open Again' }).click()
    await expect(page.getByText('This item is no longer reserved for you', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish for Olga Castellano' }).click()
    await expect(toast(page, 'Published for Olga Castellano')).toBeVisible()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByText('Second sample of the day').first()).toBeVisible()
  })
})

test('rejected items', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  await fillInbox(data, technician, [
    await inboxPdf('wrong.pdf', 'Quality control'),
    await inboxPdf('right.pdf', 'Quality control'),
  ])
  await signIn(technician)
  await page.goto('/user/inbox')

  await test.step('need a reason, and a note for another one [INBOX-87]', async () => {
    await page.getByRole('link', { name: 'wrong.pdf' }).click()
    await page.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject item' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByText('Please select a reason', { exact: true })).toBeVisible()
    await dialog.getByLabel('Reason').selectOption({ label: 'Other reason' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByText('Please describe the reason in the note', { exact: true })).toBeVisible()
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialog.getByLabel('Note').fill('Sent to the wrong lab')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(toast(page, 'wrong.pdf rejected')).toBeVisible()
    await expect(heading(page)).toHaveText('right.pdf')
  })

  await test.step('appear with reason, person and time, and can be put back [INBOX-92]', async () => {
    await page.goto('/user/inbox?view=rejected')
    const row = table(page, 'Rejected').getByRole('row').nth(1)
    for (const text of ['wrong.pdf', 'Other reason', 'Sent to the wrong lab', technician.fullName])
      await expect(row).toContainText(text)
    await row.getByRole('button', { name: 'Put Back: wrong.pdf' }).click()
    await expect(toast(page, 'The item is in the inbox again')).toBeVisible()
    await expect(page.getByText('No rejected items', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: /^Open \d/ }).click()
    await expect(page.getByRole('link', { name: 'wrong.pdf' })).toBeVisible()
  })
})

test('fits the inbox on a phone', async ({ page, data, signIn }) => {
  const technician = await data.user('Technician')
  const type = await data.reportType(technician)
  await addInboxRule(data, technician.lab ?? { id: 0 }, { reportTypeId: type.id, title: 'Thyroid panel' })
  const patient = await data.patient(technician, { fullName: LONGEST_NAME, dob: '1958-01-30' })
  await fillInbox(data, technician, [
    await inboxPdf('phone.pdf', ...identityOf(patient)),
    await inboxPdf(`${'long-name-without-a-space'.repeat(4)}.pdf`, 'Quality control'),
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(technician)

  await test.step('lists cards that fit [INBOX-93]', async () => {
    await page.goto('/user/inbox')
    await expect(page.getByRole('article', { name: 'phone.pdf' })).toContainText('Ready')
    await expectNothingSticksOut(page)
  })

  await test.step('shows the file above the form, and publishes [INBOX-93]', async () => {
    await page.getByRole('link', { name: 'phone.pdf' }).click()
    const publish = page.getByRole('button', { name: `Publish for ${LONGEST_NAME}` })
    await expect(publish).toBeVisible()
    await expectWholeButtonOnPhone(page, publish)
    const frame = await page.locator('iframe').boundingBox()
    const title = await page.getByLabel('Report Title').boundingBox()
    expect(frame && title && frame.y + frame.height <= title.y).toBe(true)
    await publish.click()
    await expect(toast(page, `Published for ${LONGEST_NAME}`)).toBeVisible()
    await expect(heading(page)).toContainText('long-name')
    await expectNothingSticksOut(page)
  })
})
