import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

test('the activity log', async ({ page, calls, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const patient = await data.patient(doctor)
  const report = await data.report(doctor, patient)
  await signIn(data.admin)
  const admin = await data.as(data.admin)
  const entries = page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const summaries = async (key: 'all' | 'self' | 'system') =>
    (await admin.call(contract.activity.list, { query: { tab: key, limit: 20 } })).data

  await page.goto('/user/logs/activity')
  await test.step('lists who did what and when, newest first [LOGS-01]', async () => {
    await expect(tab('All')).toHaveAttribute('aria-selected', 'true')
    const expected = await summaries('all')
    await expect(entries).toHaveCount(expected.length)
    for (const [index, { summary, actor }] of expected.slice(0, 6).entries()) {
      await expect(entries.nth(index)).toContainText(summary)
      await expect(entries.nth(index)).toContainText(actor?.fullName ?? 'System')
    }
    const times = await entries
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
    expect(times).toEqual([...times].sort().reverse())
    const published = entries.filter({ has: page.locator(`a[href="/user/reports/view/${report.id}"]`) })
    await expect(published.first()).toContainText(doctor.fullName)
    await expect(published.first()).toContainText('Doctor')
    await expect(published.first()).toContainText(doctor.lab?.name ?? '?')
    await expect(published.first()).toContainText(/just now|minutes? ago/)
  })

  await expectAccessibleInBothSchemes(page)

  await test.step('has the tab Self, with one’s own actions [LOGS-03, LOGS-01]', async () => {
    await tab('Self').click()
    await expect(page).toHaveURL('/user/logs/activity?tab=self')
    const expected = await summaries('self')
    await expect(entries).toHaveCount(expected.length)
    await expect(entries.filter({ hasText: 'Administrator' })).toHaveCount(expected.length)
  })

  await test.step('the tab System, with what the service does by itself [LOGS-04, LOGS-01]', async () => {
    await tab('Self').press('ArrowRight')
    await expect(tab('System')).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveURL('/user/logs/activity?tab=system')
    const expected = await summaries('system')
    await expect(entries).toHaveCount(expected.length)
    expect(expected.every(({ actor }) => actor === null)).toBe(true)
  })

  await test.step('and the tab All, which an address can name too [LOGS-02, LOGS-05]', async () => {
    await tab('All').click()
    await expect(page).toHaveURL(/\/user\/logs\/activity(\?tab=all)?$/)
    await expect(tab('All')).toHaveAttribute('aria-selected', 'true')
    await page.goto('/user/logs/activity?tab=system')
    await expect(tab('System')).toHaveAttribute('aria-selected', 'true')
    await page.goto('/user/logs/activity?tab=nonsense')
    await expect(tab('All')).toHaveAttribute('aria-selected', 'true')
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
