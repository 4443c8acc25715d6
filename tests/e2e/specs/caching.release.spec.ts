import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'

const MINUTE = 60_000

test('fetched data is cached for its time', async ({ page, calls, data, signIn }) => {
  await signIn(data.admin)
  const seen = {
    users: calls.seen(contract.users.list),
    patients: calls.seen(contract.patients.list),
    reports: calls.seen(contract.reports.list),
    reportTypes: calls.seen(contract.reportTypes.list),
    labs: calls.seen(contract.labs.list),
  }
  const counts = () => Object.fromEntries(Object.entries(seen).map(([name, list]) => [name, list.length]))
  const visitAll = async () => {
    for (const [link, heading] of [
      ['All Users', 'Users'],
      ['View Patients', 'Patient Dashboard'],
      ['View Reports', 'Medical Reports'],
      ['Dashboard', 'Dashboard'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      await expect(page.getByTestId('skeleton-row')).toHaveCount(0)
    }
  }
  const start = Date.now()
  await page.clock.setFixedTime(start)
  await page.goto('/user/dashboard')
  await visitAll()
  const once = { users: 1, patients: 1, reports: 1, reportTypes: 1, labs: 1 }
  expect(counts()).toEqual(once)

  await test.step('fetches nothing twice within 5 minutes [CACHE-01, CACHE-02, CACHE-03, CACHE-08]', async () => {
    await page.clock.setFixedTime(start + 4.8 * MINUTE)
    await visitAll()
    expect(counts()).toEqual(once)
  })

  await test.step('fetches reports and patients again after 5 minutes [CACHE-02, CACHE-03]', async () => {
    await page.clock.setFixedTime(start + 5.2 * MINUTE)
    await visitAll()
    await expect.poll(counts).toEqual({ ...once, patients: 2, reports: 2 })
  })

  await test.step('fetches users again after 24 minutes [CACHE-01]', async () => {
    await page.clock.setFixedTime(start + 23.8 * MINUTE)
    await visitAll()
    expect(counts().users).toBe(1)
    await page.clock.setFixedTime(start + 24.2 * MINUTE)
    await visitAll()
    await expect.poll(() => counts().users).toBe(2)
  })
})
