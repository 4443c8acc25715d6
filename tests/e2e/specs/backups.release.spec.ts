import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { startProduct } from '../product-server.ts'
import { signIn as signInTo } from '../sign-in.ts'
import { toast } from '../toasts.ts'

const ADDRESS = '/user/settings/general?tab=backups'

test('turns backups on and off where the environment has none [BACKUP-22]', async ({ page }) => {
  const product = await startProduct('backups-on-screen')
  try {
    await signInTo(page, product.url, product.admin)
    const card = page.getByRole('region', { name: 'Turn on backups' })
    await test.step('warns that there are none, and names the remedy [BACKUP-19]', async () => {
      await page.goto(`${product.url}/user/settings/general`)
      await page.getByRole('link', { name: 'Backups' }).click()
      await expect(page).toHaveURL(product.url + ADDRESS)
      await expect(page.getByText('There is no backup', { exact: true })).toBeVisible()
      await expect(card).toContainText('Folder')
      await expect(page.getByRole('button', { name: 'Back Up Now' })).toBeHidden()
    })
    await expect(card.getByText('This folder is on the same disk as the data')).toBeVisible()
    await card.getByRole('button', { name: 'Turn On' }).click()
    await expect(toast(page, 'Backups are on. The first one is being made.')).toBeVisible()
    await expect(card).toBeHidden()
    await expect(page.getByRole('table', { name: 'Backup History' }).getByText('Backup done')).toBeVisible()
    await page.getByRole('button', { name: 'Turn Off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off backups?' })
    await dialog.getByRole('button', { name: 'Turn Off' }).click()
    await expect(toast(page, 'Backups are off')).toBeVisible()
    await expect(card).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  } finally {
    await product.stop()
  }
})

test('makes a backup and shows it, read back, among the last ones [BACKUP-19]', async ({ page }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zelab-e2e-backups-'))
  const product = await startProduct('backups', { BACKUP_DIR: folder, BACKUP_KEEP: '7' })
  try {
    await signInTo(page, product.url, product.admin)
    await page.goto(product.url + ADDRESS)
    await expect(page.getByText('There is no backup', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Back Up Now' }).click()
    await expect(toast(page, 'The backup will start in a moment')).toBeVisible()
    const history = page.getByRole('table', { name: 'Backup History' })
    // The queue polls every two seconds, the page every three.
    await expect(history.getByText('Check done')).toBeVisible()
    await expect(history.getByText('Backup done')).toBeVisible()
    await expect(history.getByText(/^\d\.\d MB, 0 files$/)).toHaveCount(2)
    await expect(page.getByText('There is no backup', { exact: true })).toBeHidden()
    await expect(page.getByText('7, not encrypted')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    expect(readdirSync(folder).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
