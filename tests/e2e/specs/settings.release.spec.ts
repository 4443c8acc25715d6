import { contract } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { toast } from '../toasts.ts'
import { typePhone } from '../pages/fields.ts'

const SAVED = 'Changes saved successfully'

// Other tests of this worker need the default settings.
test.afterEach(async ({ data }) => {
  const admin = await data.as(data.admin)
  await admin.call(contract.settings.updateGeneral, {
    body: { supportEmail: '', supportPhone: '', supportHours: '', uploadLimitMb: 10 },
  })
  await admin.call(contract.settings.updateSecurity, { body: { idleMinutes: 60, absoluteHours: 12 } })
})

test('saves the general settings [SETTINGS-01, SETTINGS-02]', async ({ page, calls, data, signIn }) => {
  await signIn(data.admin)
  await page.goto('/user/dashboard')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/user/settings/general')
  await expect(page.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page')
  const email = page.getByRole('textbox', { name: 'Support Email' })
  const phone = page.getByRole('textbox', { name: 'Support Phone' })
  const hours = page.getByRole('textbox', { name: 'Support Hours' })
  const limit = page.getByLabel(/^Upload Limit \(MB\)/)
  const save = page.getByRole('button', { name: 'Save Changes' })

  await test.step('enables saving once something changed', async () => {
    await expect(limit).toHaveValue('10')
    await expect(save).toBeDisabled()
    await email.fill('help@zelab.test')
    await typePhone(phone, '42223344')
    await hours.fill('Sunday to Thursday, 8:00 to 18:00')
    await limit.fill('25')
    await save.click()
    await expect(toast(page, SAVED)).toBeVisible()
    await expect(save).toBeDisabled()
  })

  await test.step('keeps them after a reload, and shows them on the Contact page', async () => {
    await page.reload()
    await expect(email).toHaveValue('help@zelab.test')
    await expect(hours).toHaveValue('Sunday to Thursday, 8:00 to 18:00')
    await expect(limit).toHaveValue('25')
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page.getByRole('link', { name: 'help@zelab.test' })).toBeVisible()
    await expect(page.getByText('+97142223344')).toBeVisible()
  })

  await test.step('checks them before they are sent', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    const sent = calls.seen(contract.settings.updateGeneral)
    await email.fill('help')
    await limit.fill('500')
    await save.click()
    await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible()
    await expect(page.getByText('Please enter a whole number of megabytes from 1 to 100')).toBeVisible()
    expect(sent).toHaveLength(0)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(email).toHaveValue('help@zelab.test')
    await expect(limit).toHaveValue('25')
  })

  await test.step('keeps the input of another tab, and asks before it is lost [SPEED-05]', async () => {
    const tabs = page.getByRole('navigation', { name: 'Settings' })
    await hours.fill('Daily')
    await tabs.getByRole('link', { name: 'Backups' }).click()
    await expect(page.getByRole('heading', { name: 'Backups', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Leave this page?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await tabs.getByRole('link', { name: 'General' }).click()
    await expect(hours).toHaveValue('Daily')
    await page.getByRole('button', { name: 'Discard' }).click()
  })
})

test('saves the security settings [SETTINGS-01]', async ({ page, calls, data, signIn }) => {
  await signIn(data.admin)
  await page.goto('/user/settings/general')
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL('/user/settings/general?tab=security')
  const idle = page.getByLabel(/^Idle Limit \(minutes\)/)
  const absolute = page.getByLabel(/^Absolute Limit \(hours\)/)

  await test.step('keeps them after a reload', async () => {
    await expect(idle).toHaveValue('60')
    await expect(absolute).toHaveValue('12')
    await idle.fill('45')
    await absolute.fill('10')
    await absolute.press('Enter')
    await expect(toast(page, SAVED)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page')
    await expect(idle).toHaveValue('45')
    await expect(absolute).toHaveValue('10')
  })

  await test.step('shows the message when they cannot be loaded', async () => {
    await calls.refuse(contract.settings.getSecurity, 503, 'No settings today')
    await page.reload()
    await expect(page.getByRole('alert').getByText('No settings today')).toBeVisible()
  })
})
