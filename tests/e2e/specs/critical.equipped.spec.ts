import type { Locator } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { criticalCard, passMinutes } from '../critical-results.ts'
import { expect } from '../fixtures.ts'
import { test } from '../mail-fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('follows a critical result from the flag to the call and the patient', async ({
  page,
  data,
  signIn,
  server,
  mail,
  browser,
}) => {
  test.slow()
  const technician = await data.user('Technician')
  const lab = technician.lab ?? { id: 0 }
  const doctor = await data.user('Doctor', lab)
  const receptionist = await data.user('Receptionist', lab)
  const type = await data.reportType(technician)
  const patient = await data.patient(technician)
  const staff = await data.as(technician)
  await staff.call(contract.deliveries.updatePatientDelivery, {
    params: { id: String(patient.id) },
    body: { language: 'en', consents: { email: true, whatsapp: false } },
  })
  await signIn(technician)
  const publishing = new PublishPage(page)
  const tick = page.getByRole('checkbox', { name: 'Critical result' })
  const banner = page.getByText('1 critical result is open')
  const { card, dialog, record, comesWithThePage } = criticalCard(page, technician)

  await test.step('cannot be ticked before the lab uses it, which an Admin turns on [CRIT-19]', async () => {
    await publishing.open(patient.id)
    await expect(tick).toHaveCount(0)
    const context = await browser.newContext({ baseURL: server.url })
    const admins = await context.newPage()
    await signIn(data.admin, admins)
    await admins.goto(`/user/labs/${lab.id}?tab=critical`)
    const edit = admins.getByRole('button', { name: 'Edit', exact: true })
    await expect(edit).toBeEnabled()
    await edit.press('Enter')
    const dialog = admins.getByRole('dialog', { name: 'Critical results' })
    await dialog.getByRole('checkbox', { name: 'Use critical results' }).press('Space')
    await dialog.getByRole('combobox', { name: 'Told after half of the target' }).click()
    await admins.keyboard.type(technician.fullName)
    await expect(admins.getByRole('option', { name: technician.fullName })).toBeVisible()
    await admins.keyboard.press('Enter')
    await admins.keyboard.press('Tab')
    await expectAccessibleInBothSchemes(admins)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(admins.getByText(technician.fullName)).toBeVisible()
    await context.close()
  })

  let reportId = 0
  await test.step('starts with a tick while publishing; every screen says so [CRIT-20]', async () => {
    await publishing.open(patient.id)
    await publishing.upload(samplePng())
    await publishing.chooseType(type)
    await tick.press('Space')
    await publishing.submit.click()
    await publishing.confirm.click()
    await expect(toast(page, 'Report published successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/user\/reports$/)
    await expect(banner).toBeVisible()
    await page.getByRole('link', { name: '1 critical result is open' }).press('Enter')
    await page
      .getByRole('list', { name: 'Open' })
      .getByRole('link', { name: patient.fullName })
      .press('Enter')
    await expect(card.getByText(/^29 min left|^30 min left/)).toBeVisible()
    reportId = Number(page.url().split('/').at(-1))
    await staff.call(contract.deliveries.send, {
      params: { id: String(reportId) },
      body: { channel: 'email', language: 'en' },
    })
  })

  const pass = (minutes: number) => passMinutes(server, lab.id, minutes)
  const mailsTo = (email: string) =>
    expect.poll(() => mail.mailsTo(email).map(({ content }) => /Subject: (.*)\r/.exec(content)?.[1]))
  const subject = () => `Critical result: report #${reportId}`

  await test.step('escalates at half the target and at the target [CRIT-21]', async () => {
    await pass(16)
    await mailsTo(technician.email).toEqual([subject()])
    await pass(15)
    await mailsTo(technician.email).toEqual([subject(), subject()])
    await page.reload()
    await expect(card.getByText(/^Late by/)).toBeVisible()
    await expect(card).toContainText('Escalated 2 times')
    await expect(card).toContainText(new RegExp(`Step 2: ${technician.fullName}, Email accepted \\d`))
    await expect(card).toContainText('Messages to the patient wait for the call.')
    await expect(page.getByText('Waits for the call')).toBeVisible()
    expect(mail.mailsTo(doctor.email)).toEqual([])
    expect(mail.mailsTo(patient.email ?? '')).toEqual([])
  })

  await test.step('stays open after a call that reached no one [CRIT-22]', async () => {
    await record('Read back', '')
    await expect(dialog.getByText('Please enter what was read out')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('radio', { name: 'Not reached', exact: true }).check()
    await dialog.getByRole('button', { name: 'Record Call' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card.getByText('Not reached')).toBeVisible()
    await expect(banner).toBeVisible()
  })

  await test.step('shows a Receptionist the banner, but no call to record [CRIT-22]', async () => {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
    const desk = await context.newPage()
    await signIn(receptionist, desk)
    await desk.goto(`/user/reports/view/${reportId}`)
    await expect(desk.getByText('1 critical result is open')).toBeVisible()
    await expect(desk.getByRole('region', { name: 'Critical Result', exact: true })).toContainText(
      'Not reached',
    )
    await expect(desk.getByRole('button', { name: 'Record Call' })).toHaveCount(0)
    await expectAccessibleInBothSchemes(desk)
    await context.close()
  })

  await test.step('proposes whom the last call was to, and opens on the outcome, which the next key chooses [CRIT-81]', async () => {
    await card.getByRole('button', { name: 'Record Call' }).press('Enter')
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('radio', { name: 'Read back', exact: true })).toBeChecked()
    const head = dialog.getByRole('group', { name: 'Patient', exact: true })
    await expect(head).toContainText(patient.fullName)
    await expect(head).toContainText(`ZL-${patient.id}`)
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Potassium')
    const readOut = dialog.getByLabel('What was read out')
    await expect(readOut).toHaveValue('Potassium')
    await expect(readOut).toHaveAttribute('required', '')
    await expect(dialog.getByLabel('Person called')).toHaveValue('Dr. Sara Nasser')
    await expect(dialog.getByLabel('Number', { exact: true })).toHaveValue('ext. 4412')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('closes with a call from the list in three clicks [CRIT-22] [CRIT-84]', async () => {
    await page.goto('/user/critical')
    const entry = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Critical Results' })
    await expect(entry).toHaveAccessibleDescription('1 needs attention')
    const row = page.getByRole('list', { name: 'Open' }).locator(':scope > li', { hasText: 'Step 2' })
    await expect(row).toContainText('Call Dr. Sara Nasser, Referring doctor · ext. 4412')
    await expect(row).toContainText(new RegExp(`Step 2: ${technician.fullName}, Email accepted \\d`))
    await expect(row).toContainText(/Late by/)
    await expectAccessibleInBothSchemes(page)
    let clicks = 0
    const click = async (control: Locator) => {
      clicks += 1
      await control.click()
    }
    await click(row.getByRole('button', { name: /^Record Call/ }))
    await page.keyboard.press('Space')
    await click(dialog.getByRole('checkbox', { name: `${patient.fullName} and ZL-${patient.id}` }))
    await page.keyboard.press('Tab')
    for (const said of ['Potassium', '6.9', 'mmol/L']) {
      await page.keyboard.type(said)
      await page.keyboard.press('Tab')
    }
    await click(dialog.getByRole('button', { name: 'Record Call' }))
    await expect(page.getByText('No critical result is open')).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(3)
    await page.goto(`/user/reports/view/${reportId}`)
    await expect(card.getByText(/^Read back after/)).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect.poll(() => mail.mailsTo(patient.email ?? '').length).toBe(1)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('takes a further call after the read-back [CRIT-56]', async () => {
    await card.getByRole('button', { name: 'Record Further Call' }).press('Enter')
    await dialog.getByLabel('Person called').fill('Ward nurse')
    await dialog.getByLabel('Role').fill('Nurse')
    await dialog.getByRole('radio', { name: 'Voicemail' }).check()
    await dialog.getByRole('button', { name: 'Record Call' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card.getByText('Voicemail')).toBeVisible()
    await expect(card.getByText(/^Read back after/)).toBeVisible()
  })

  await test.step('comes with the page of its report [CRIT-90]', () =>
    comesWithThePage(
      '**/critical/getByReportId/*',
      page.getByTestId('report-skeleton'),
      page.getByRole('button', { name: 'Print', exact: true }),
    ))

  await test.step('leaves a call record for the auditor [CRIT-23]', async () => {
    await card.getByRole('link', { name: 'Call Record' }).press('Enter')
    await expect(page.getByRole('heading', { name: `Call record of report #${reportId}` })).toBeVisible()
    await expect(page.getByText('Potassium: 6.9 mmol/L')).toBeVisible()
    await expect(page.getByText(/about version 1/).first()).toBeVisible()
    await expect(page.getByText('Not reached')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  })

  await test.step('is called from the dashboard in three clicks, and opens the next [CRIT-94, CRIT-95]', async () => {
    await page.emulateMedia({ media: 'screen' })
    const others = [await data.patient(technician), await data.patient(technician)] as const
    for (const other of others) {
      const { id } = await data.report(technician, other)
      const { data: shown } = await staff.call(contract.reports.getById, { params: { reportId: String(id) } })
      const { version, sha256 } = shown
      await staff.call(contract.critical.flag, { params: { id: String(id) }, body: { version, sha256 } })
    }
    await page.goto('/user/dashboard')
    const [first, second] = others
    await page.getByRole('button', { name: `Record Call: ${first.fullName}` }).click()
    await expect(dialog.getByRole('group', { name: 'Patient', exact: true })).toContainText(first.fullName)
    await page.keyboard.press('Space')
    await dialog.getByRole('checkbox', { name: `${first.fullName} and ZL-${first.id}` }).click()
    await page.keyboard.press('Tab')
    for (const said of ['Potassium', '6.9', 'mmol/L', 'Dr. Sara Nasser', 'Referring doctor']) {
      await page.keyboard.type(said)
      await page.keyboard.press('Tab')
    }
    await dialog.getByRole('button', { name: 'Record Call' }).click()
    await expect(dialog.getByRole('group', { name: 'Patient', exact: true })).toContainText(second.fullName)
    await expect(dialog.getByRole('radio', { name: 'Read back', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.goto('/user/critical')
    await expect(page.getByRole('list', { name: 'Open' })).toContainText('No referrer: choose who to call')
    const lists = page.getByRole('navigation', { name: 'Critical Results' })
    await expect(lists.getByRole('link')).toHaveText(['Open1', 'Read back'])
    await lists.getByRole('link', { name: 'Read back' }).click()
    await expect(page).toHaveURL('/user/critical?list=closed')
    await expect(lists.getByRole('link')).toHaveText(['Open1', 'Read back2'])
  })
})
