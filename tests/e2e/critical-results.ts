import { expect, type Locator, type Page } from '@playwright/test'
import { withDatabase } from './product-database.ts'
import type { ProductServer } from './product-server.ts'

/** Moves the critical results of a lab into the past, and tells whom that concerns. */
export const passMinutes = (server: ProductServer, labId: number, minutes: number): Promise<void> =>
  withDatabase(server, async (database) => {
    await database.execute(
      `update critical_results
          set flagged_at = flagged_at - make_interval(mins => $2), due_at = due_at - make_interval(mins => $2),
              next_escalation_at = next_escalation_at - make_interval(mins => $2)
        where lab_id = $1`,
      [labId, minutes],
    )
    await database.execute("select graphile_worker.add_job('escalate-critical-results')")
  })

/** On the page of a report, with the dialog of its calls. */
export const criticalCard = (page: Page, caller: { fullName: string }) => {
  const card = page.getByRole('region', { name: 'Critical Result', exact: true })
  const dialog = page.getByRole('dialog', { name: /^Call about report/ })
  const record = async (outcome: string, readOut: string) => {
    await card.getByRole('button', { name: 'Record Call' }).press('Enter')
    await expect(dialog).toBeVisible()
    await dialog.getByLabel('Person called').fill('Dr. Sara Nasser')
    await dialog.getByLabel('Role').fill('Referring doctor')
    await dialog.getByLabel('Number', { exact: true }).fill('ext. 4412')
    await expect(dialog.getByLabel('Who called')).toHaveValue(caller.fullName)
    await dialog.getByLabel('What was read out').fill(readOut)
    await dialog.getByLabel('Value', { exact: true }).fill('6.9')
    await dialog.getByLabel('Unit', { exact: true }).fill('mmol/L')
    await dialog.getByRole('radio', { name: outcome, exact: true }).check()
    if (outcome === 'Read back') await dialog.getByRole('checkbox', { name: / and ZL-\d+$/ }).check()
    await dialog.getByRole('button', { name: 'Record Call' }).click()
  }
  const comesWithThePage = async (record: string, loading: Locator, content: Locator) => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(record, async (route) => {
      await isAnswered
      await route.continue()
    })
    const asked = page.waitForRequest(record)
    await page.reload()
    await asked
    await expect(loading).toBeVisible()
    await expect(content).toHaveCount(0)
    answer()
    await expect(content).toBeVisible()
    await expect(card).toBeVisible()
    await page.unroute(record)
  }
  return { card, dialog, record, comesWithThePage }
}
