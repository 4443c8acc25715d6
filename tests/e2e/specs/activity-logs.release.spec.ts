import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'

test('shows the activity log', async ({ page, calls, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  // Several changes in one minute, also when a minute ends among them.
  for (let earlier = 0; earlier < 3; earlier++) await data.report(doctor, patient)
  const report = await data.report(doctor, patient)
  const staff = await data.as(doctor)
  await staff.call(contract.patients.getById, { params: { id: String(patient.id) } })
  await signIn(data.admin)
  const admin = await data.as(data.admin)
  const log = page.getByRole('list', { name: 'Activity, newest first' })
  const entries = log.getByRole('list').getByRole('listitem')
  const groups = log.locator('> li')
  const expandAll = async () => {
    await expect(log).toHaveAttribute('aria-busy', 'false')
    const more = log.getByRole('button', { name: /^Show \d+ More$/ })
    while ((await more.count()) > 0) await more.first().click()
  }
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Activity', exact: true }).getByRole('link', { name, exact: true })
  const summaries = async (key: 'all' | 'self' | 'system') =>
    (await admin.call(contract.activity.list, { query: { tab: key, kind: 'changes', limit: 20 } })).data

  await page.goto('/user/logs/activity')
  await test.step('lists who did what and when, newest first [LOGS-01]', async () => {
    await expect(tab('All')).toHaveAttribute('aria-current', 'page')
    const expected = await summaries('all')
    await expandAll()
    await expect(entries).toHaveCount(expected.length)
    for (const [index, { summary, actor }] of expected.slice(0, 6).entries()) {
      await expect(entries.nth(index)).toContainText(summary)
      const by = log.getByRole('list', { name: `By ${actor?.fullName ?? 'System'}`, exact: true })
      await expect(by.getByText(summary).first()).toBeVisible()
    }
    const times = await log
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
    expect(times).toEqual([...times].sort().reverse())
    const published = groups.filter({ has: page.locator(`a[href="/user/reports/view/${report.id}"]`) })
    await expect(published.first()).toContainText(doctor.fullName)
    await expect(published.first()).toContainText('Doctor')
    await expect(published.first()).toContainText(doctor.lab?.name ?? '?')
    await expect(published.first()).toContainText(/just now|minutes? ago/)
  })

  await test.step('groups what one person did in one minute, and expands [LOGS-06]', async () => {
    const many = groups.filter({ has: page.getByRole('button', { name: /^Show / }) }).first()
    const actions = many.getByRole('list').getByRole('listitem')
    const count = await actions.count()
    expect(count).toBeGreaterThan(3)
    await many.getByRole('button', { name: 'Show Fewer' }).click()
    await expect(actions).toHaveCount(3)
    await many.getByRole('button', { name: `Show ${count - 3} more` }).press('Enter')
    await expect(actions).toHaveCount(count)
  })

  await test.step('shows one’s own actions in the tab Self [LOGS-03, LOGS-01]', async () => {
    await tab('Self').click()
    await expect(page).toHaveURL('/user/logs/activity?tab=self')
    const expected = await summaries('self')
    await expandAll()
    await expect(entries).toHaveCount(expected.length)
    await expect(groups.filter({ hasText: 'Administrator' })).toHaveCount(await groups.count())
  })

  await test.step('shows the service’s own actions in the tab System [LOGS-04, LOGS-01]', async () => {
    await tab('Self').press('Tab')
    await expect(tab('System')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tab('System')).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL('/user/logs/activity?tab=system')
    const expected = await summaries('system')
    await expandAll()
    await expect(entries).toHaveCount(expected.length)
    expect(expected.every(({ actor }) => actor === null)).toBe(true)
  })

  await test.step('shows everything in the tab All, which an address can name too [LOGS-02, LOGS-05]', async () => {
    await tab('All').click()
    await expect(page).toHaveURL(/\/user\/logs\/activity(\?tab=all)?$/)
    await expect(tab('All')).toHaveAttribute('aria-current', 'page')
    await page.goto('/user/logs/activity?tab=system')
    await expect(tab('System')).toHaveAttribute('aria-current', 'page')
    await page.goto('/user/logs/activity?tab=nonsense')
    await expect(tab('All')).toHaveAttribute('aria-current', 'page')
  })

  await test.step('names the patient beside the number, and shows views when chosen [LOGS-20]', async () => {
    await page.goto('/user/logs/activity')
    await expandAll()
    await expect(entries.filter({ hasText: `ZL-${patient.id}` }).first()).toContainText(patient.fullName)
    await page.getByLabel('Show', { exact: true }).selectOption('Views of records')
    await expect(page).toHaveURL('/user/logs/activity?kind=views')
    await expect(
      entries.filter({ hasText: `Looked at patient ZL-${patient.id} · ${patient.fullName}` }),
    ).toBeVisible()
    await expect(entries.filter({ hasText: 'Registered' })).toHaveCount(0)
    await page.getByLabel('Show', { exact: true }).selectOption('Changes only')
    await expect(page).toHaveURL('/user/logs/activity')
  })

  await test.step('shows the message when it cannot be loaded [ERR-01]', async () => {
    await calls.refuse(contract.activity.list, 503, 'The log is being bound')
    await page.reload()
    await expect(page.getByRole('alert').getByText('The log is being bound')).toBeVisible()
    await calls.restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(entries.first()).toBeVisible()
  })
})
