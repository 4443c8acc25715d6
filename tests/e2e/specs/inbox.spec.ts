import type { Page } from '@playwright/test'
import { contract, type PatientRow } from '@zelab/contract'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { pressUntil } from '../keyboard.ts'
import { dropFiles, identityOf, inboxPdf, nameOf } from '../inbox-files.ts'
import { toast } from '../toasts.ts'
import { WAIT_MS } from '../../../test-limits.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Open' }).getByRole('row')
const groups = (page: Page) => page.getByRole('table', { name: 'Open' }).getByRole('heading')
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
/** Shortcuts work once the work area has the focus. */
const workArea = (page: Page, file: string) => page.getByRole('region', { name: `Item ${file}`, exact: true })

const GREEN = 31
const AMBER = 5
const RED = 3

test('publishes a delivery of forty files', async ({ page, data, signIn, watch }) => {
  test.slow()
  const technician = await data.user('Technician')
  const type = await data.reportType(technician, `Delivery of files ${data.next()}`)
  const patients: PatientRow[] = []
  for (let number = 0; number < GREEN + AMBER; number += 1)
    patients.push(await data.patient(technician, { fullName: nameOf(number), dob: `19${50 + number}-03-04` }))
  const green = await Promise.all(
    patients
      .slice(0, GREEN)
      .map((patient, number) => inboxPdf(`green-${number}.pdf`, ...identityOf(patient))),
  )
  // Without the EMR ID, the item needs a review.
  const amber = await Promise.all(
    patients
      .slice(GREEN)
      .map((patient, number) => inboxPdf(`amber-${number}.pdf`, ...identityOf(patient).slice(0, 2))),
  )
  const red = await Promise.all(
    Array.from({ length: RED }, (_, number) => inboxPdf(`red-${number}.pdf`, 'Quality control')),
  )
  const duplicate = { ...(green[0] ?? (await inboxPdf('x.pdf'))), name: 'again.pdf' }
  await signIn(technician)
  await page.goto('/user/inbox')

  await test.step('explains the next step in an empty inbox [INBOX-81]', async () => {
    await expect(page.getByText('The inbox is empty', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose Files' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('drops forty files at once, each with its result [INBOX-82]', async () => {
    await dropFiles(page, [...green, ...amber, ...red, duplicate])
    const panel = uploads(page)
    await expect(panel.getByText('40 files sent', { exact: true })).toBeVisible({ timeout: 2 * WAIT_MS })
    await expect(panel.getByText('39 files added · 1 already known', { exact: true })).toBeVisible()
    await expect(panel.getByRole('listitem').filter({ hasText: 'again.pdf' })).toContainText('Already known')
    await expectNoAxeViolations(page)
    await panel.getByRole('button', { name: 'Hide' }).click()
    await expect(panel).toHaveCount(0)
  })

  await test.step('counts them in the list and the sidebar [INBOX-80]', async () => {
    const entry = page.getByRole('link', { name: 'Inbox', exact: true })
    await expect(entry).toHaveAccessibleDescription('39 open items')
    await expect(page.getByRole('link', { name: 'Open 39', exact: true })).toBeVisible()
    const row = rows(page).filter({ hasText: 'green-0.pdf' })
    await expect(row).toContainText('Patient found')
    await expect(row).toContainText(nameOf(0))
  })

  await test.step('shows what waits on the dashboard, and the inbox as the first entry below it [INBOX-158]', async () => {
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(entries.nth(1)).toHaveAccessibleName('Inbox')
    await entries.first().click()
    const waiting = page.getByRole('region', { name: 'Inbox 39' })
    await expect(waiting.getByRole('listitem')).toHaveText([
      `Patient found ${GREEN}`,
      `Check ${AMBER}`,
      `No patient ${RED}`,
    ])
    await expectNoAxeViolations(page)
    await waiting.getByRole('link', { name: /^Patient found/ }).click()
    await expect(page).toHaveURL('/user/inbox?match=green')
    await page.getByRole('link', { name: 'Open 39', exact: true }).click()
  })

  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions += 1
    await action
  }
  await test.step('counts none as ready without a type; all are selected and get one [INBOX-154, INBOX-155]', async () => {
    await expect(rows(page).filter({ hasText: 'Report type missing' })).toHaveCount(10)
    await expect(rows(page).filter({ hasText: 'Ready' })).toHaveCount(0)
    await expect(groups(page)).toHaveText([`Check ${GREEN + AMBER}`])
    await expect(page.getByRole('button', { name: /^Publish \d/ })).toHaveCount(0)
    await act(page.getByRole('button', { name: 'Select All 39' }).click())
    await expect(page.getByText('39 selected, 0 ready to publish', { exact: true })).toBeVisible()
    const setType = page.getByRole('button', { name: 'Set Type' })
    await act(setType.click())
    const dialog = page.getByRole('dialog', { name: 'Set the report type of 39 files' })
    await expect(dialog.getByRole('combobox', { name: 'Report Type' })).toBeFocused()
    await page.keyboard.type(type.title)
    await act(page.keyboard.press('Enter'))
    await expectNoAxeViolations(page, '[role=dialog]')
    await act(page.keyboard.press('Enter'))
    await expect(toast(page, `${type.title}: type of 39 files set`)).toBeVisible()
    await expect(setType).toBeFocused()
    await expect(page.getByText(`39 selected, ${GREEN} ready to publish`, { exact: true })).toBeVisible()
    await expect(rows(page).filter({ hasText: 'green-' }).filter({ hasText: 'Ready' })).not.toHaveCount(0)
    await expect(groups(page)).toHaveText([`Ready ${GREEN}`])
    await expectNoAxeViolations(page)
  })

  await test.step('one confirmation lists all that are ready; one is left out [INBOX-83, ACCESS-12]', async () => {
    const ready = page.getByRole('button', { name: `Publish ${GREEN} ready` })
    await ready.click()
    await page.keyboard.press('Escape')
    await expect(ready).toBeFocused()
    await act(page.getByRole('button', { name: `Publish ${GREEN} selected` }).click())
    const question = page.getByRole('dialog', { name: 'Publish ready reports' })
    const items = question.getByRole('listitem')
    await expect(items).toHaveCount(GREEN)
    const first = items.filter({ hasText: 'green-0.pdf' })
    await expect(first).toContainText(nameOf(0))
    await expect(first).toContainText(patients[0]?.emrId ?? 'none')
    await expect(first).toContainText(type.title)
    await first.getByRole('checkbox').uncheck()
    await expect(question.getByText(`${GREEN - 1} of ${GREEN} selected`, { exact: true })).toBeVisible()
    await first.getByRole('checkbox').check()
  })

  await test.step('repeats the request safely after a lost connection [INBOX-83]', async () => {
    watch.allowHttp(502, '/inbox/publishMatched')
    await page.route('**/inbox/publishMatched', async (route) => {
      // The server has published, but its response is lost.
      await route.fetch()
      await route.fulfill({ status: 502, body: '' })
    })
    const dialog = page.getByRole('dialog')
    await act(dialog.getByRole('button', { name: `Publish ${GREEN} reports` }).click())
    expect(actions).toBeLessThanOrEqual(6)
    await expect(dialog.getByText('The reports may not be published yet')).toBeVisible({ timeout: WAIT_MS })
    await page.unrouteAll({ behavior: 'wait' })
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('dialog', { name: `${GREEN} reports published` })).toBeVisible({
      timeout: WAIT_MS,
    })
    await expect(page.getByRole('link', { name: 'Open Report: green-0.pdf' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(groups(page)).toHaveText([`Check ${AMBER}`, `No patient ${RED}`])
    await expect(rows(page)).toHaveCount(3 + AMBER + RED)
    await expect(page.getByText(`${AMBER + RED} selected, 0 ready to publish`, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Select None' }).click()
    await expect(page.getByRole('button', { name: `Select All ${AMBER + RED}` })).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Pagination' })).toHaveCount(0)
  })

  // Two files are sent at a time, in either order.
  const order = await rows(page).getByRole('link', { name: '.pdf' }).allTextContents()
  const [first = '', second = ''] = order

  await test.step('j and k move, x selects, Enter opens, Escape leads back to the row [INBOX-85]', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByRole('checkbox', { name: `Select ${first}` })).toBeChecked()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(page.getByRole('link', { name: first })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(workArea(page, first)).toBeFocused()
    await expect(page.getByText('1 of 8', { exact: true })).toBeVisible()
    await pressUntil(page, 'n', (within) => expect(workArea(page, second)).toBeFocused(within))
    await page.keyboard.press('p')
    await expect(workArea(page, first)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: first })).toBeFocused()
    const keys = page.getByRole('dialog').getByRole('region', { name: 'In a list' })
    await pressUntil(page, '?', (within) => expect(keys).toContainText('Next item', within))
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: first }).press('Enter')
  })

  const publishByKeyboard = async (file: string) => {
    const name = nameOf(GREEN + Number(/\d+/.exec(file)?.[0]))
    const publish = page.getByRole('button', { name: `Publish for ${name}` })
    await pressUntil(page, '1', (within) => expect(publish).toBeVisible(within))
    // The file has to be shown before.
    await expect(publish).toBeEnabled()
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, `Published for ${name}`)).toBeVisible()
  }
  const rejectByKeyboard = async (file: string) => {
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await pressUntil(page, 'r', (within) => expect(reason).toBeFocused(within))
    await page.keyboard.type('Not a r')
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await expect(toast(page, `${file} rejected`)).toBeVisible()
  }

  await test.step('chooses with a number, publishes with Control and Enter, rejects with r, and opens the next item [INBOX-85, INBOX-86, INBOX-87]', async () => {
    for (const file of order) {
      await expect(workArea(page, file)).toBeFocused()
      await (file.startsWith('amber') ? publishByKeyboard(file) : rejectByKeyboard(file))
    }
  })

  await test.step('leads back to the list after the last one [INBOX-87]', async () => {
    await expect(page.getByText('The inbox is empty', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/user/inbox')
  })

  await test.step('each report has its patient [INBOX-83, INBOX-86]', async () => {
    const api = await data.as(technician)
    for (const patient of patients) {
      const { data: record } = await api.call(contract.patients.getById, {
        params: { id: String(patient.id) },
      })
      expect(record.reports.map(({ title }) => title)).toEqual([type.title])
    }
  })
})
