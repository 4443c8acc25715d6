import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@zelab/contract'
import { startMailServer } from '../../../apps/api/src/testing/mail-server.ts'
import { expectAccessibleInBothSchemes, expectNoAxeViolations } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { expectNothingSticksOut } from '../overflow.ts'
import { startProduct } from '../product-server.ts'
import { signIn } from '../sign-in.ts'
import { toast } from '../toasts.ts'

test('leads through the first hour of an empty installation', async ({ page, watch }) => {
  watch.allowHttp(503, contract.settings.sendTestMail.path)
  const mailServer = await startMailServer()
  const backups = mkdtempSync(path.join(tmpdir(), 'zelab-first-hour-'))
  const server = await startProduct('first-hour', { SMTP_URL: mailServer.url, BACKUP_DIR: backups })
  try {
    await signIn(page, server.url, server.admin)
    const card = page.getByRole('region', { name: 'Set up your laboratory' })
    const openDashboard = async (progress: string) => {
      await page.goto(`${server.url}/user/dashboard`)
      await expect(card).toContainText(progress)
    }
    const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })

    await test.step('begins with what there is to do [FIRST-04]', async () => {
      await openDashboard('0 of 8 steps done')
      await expect(step('Create a lab')).toContainText('To do')
      await expect(card.locator('[aria-current=step]')).toContainText('Next step')
      await expectAccessibleInBothSchemes(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoAxeViolations(page)
      await expectNothingSticksOut(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('adds a lab on the page of the set-up [FIRST-04]', async () => {
      await card.getByRole('link', { name: 'Create Lab' }).click()
      const form = page.getByRole('region', { name: 'Lab', exact: true })
      await form.getByLabel('Lab Name').fill('Harbour Laboratory')
      await form.getByLabel('Address Line 1').fill('12 Harbour Road')
      await form.getByLabel('City').fill('Dubai')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Add lab' }).getByRole('button', { name: 'Add Lab' }).click()
      await expect(form).toContainText('Harbour Laboratory')
      await openDashboard('1 of 8 steps done')
      await expect(step('Create a lab')).toContainText('Done')
      await expect(step('Create a lab').getByRole('link')).toHaveCount(0)
      await expect(card.locator('[aria-current=step]')).toContainText('Add staff')
    })

    await test.step('staff, report types and the letterhead have their places there [FIRST-04]', async () => {
      await card.getByRole('link', { name: 'Add User' }).click()
      await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeFocused()
      await page.goBack()
      await expect(step('Publish your first report')).toContainText(
        'A Doctor or Technician of the lab registers a patient',
      )
      await card.getByRole('link', { name: 'Add Report Types' }).click()
      await expect(page.getByRole('checkbox', { name: 'Complete Blood Count' })).toBeFocused()
      await page.goBack()
      await card.getByRole('link', { name: 'Set Up Letterhead' }).click()
      await expect(page.getByRole('checkbox', { name: /letterhead on reports/ })).toBeFocused()
      await page.goBack()
    })

    await test.step('sends a test email: a failure is shown, a success checks the step off [FIRST-02, FIRST-04]', async () => {
      await card.getByRole('link', { name: 'Test Email' }).click()
      const send = page.getByRole('button', { name: 'Send Test Email' })
      await expect(send).toBeFocused()
      mailServer.state.refusals = 1
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'The test email was not sent' })).toContainText(
        'The mail server rejected the sender or the recipient',
      )
      await expectNoAxeViolations(page)
      await send.click()
      await expect(toast(page, 'Test email sent. Check your inbox.')).toBeVisible()
      await expect(page.getByRole('alert').filter({ hasText: 'was not sent' })).toHaveCount(0)
      expect(mailServer.mailsTo(server.admin.email)[0]?.content).toContain(server.url)
      await openDashboard('2 of 8 steps done')
    })

    await test.step('makes a backup [FIRST-04]', async () => {
      await card.getByRole('link', { name: 'Open Backups' }).click()
      await page.getByRole('button', { name: 'Back Up Now' }).click()
      await expect(page.getByRole('row', { name: /Backup done/ })).toBeVisible()
      await openDashboard('3 of 8 steps done')
    })

    await test.step('dismisses the checklist for good [FIRST-05]', async () => {
      await card.getByRole('button', { name: 'Hide' }).click()
      await expect(card).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      await expect(page.getByText('Total Labs', { exact: true })).toBeVisible()
      await expect(card).toHaveCount(0)
    })
  } finally {
    // The dashboard may still be loading its chart.
    await page.goto('about:blank')
    await server.stop()
    await mailServer.stop()
    rmSync(backups, { recursive: true, force: true })
  }
})
