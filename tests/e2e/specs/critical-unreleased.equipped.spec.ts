import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { criticalCard, passMinutes } from '../critical-results.ts'
import { expect } from '../fixtures.ts'
import { test } from '../mail-fixtures.ts'
import { PublishPage } from '../pages/publish-page.ts'
import { withDatabase } from '../product-database.ts'
import { samplePng } from '../sample-files.ts'
import { toast } from '../toasts.ts'

test('follows a critical result that awaits release, from its call to the end of its flag', async ({
  page,
  data,
  signIn,
  server,
  mail,
  browser,
}) => {
  const technician = await data.user('Technician')
  const lab = technician.lab ?? { id: 0 }
  const doctor = await data.user('Doctor', lab)
  const type = await data.reportType(technician)
  const patient = await data.patient(technician)
  const settings = await data.as(data.admin)
  await settings.call(contract.critical.updateCriticalSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true, halfwayUserIds: [technician.id] },
  })
  await signIn(technician)
  const publishing = new PublishPage(page)
  const tick = page.getByRole('checkbox', { name: 'Critical result' })
  const { card, record, comesWithThePage } = criticalCard(page, technician)
  const pass = (minutes: number) => passMinutes(server, lab.id, minutes)

  await test.step('records a call while the report awaits release [CRIT-40]', async () => {
    await page.emulateMedia({ media: 'screen' })
    const admins = await data.as(data.admin)
    await admins.call(contract.release.updateReleaseSettings, {
      params: { id: String(lab.id) },
      body: { twoPersons: 'all' },
    })
    await publishing.open(patient.id)
    await publishing.upload(samplePng())
    await publishing.chooseType(type)
    await tick.press('Space')
    await publishing.submit.click()
    await publishing.confirm.click()
    await expect(toast(page, 'Report awaits release by a second person')).toBeVisible()
    await expect(page).toHaveURL('/user/release?list=own')
    await page.getByRole('link', { name: '1 critical result is open' }).press('Enter')
    await page
      .getByRole('list', { name: 'Open' })
      .getByRole('link', { name: patient.fullName })
      .press('Enter')
    await expect(page.getByText(/^Report A-\d+$/)).toBeVisible()
    await test.step('shows the card together with the page [CRIT-82]', async () => {
      await comesWithThePage(
        '**/critical/getByUnreleasedId/*',
        page.getByText('Loading the report…'),
        page.getByRole('heading', { name: 'Report', exact: true }),
      )
    })
    await record('Reached, not read back', 'Potassium')
    await expect(card.getByText('Reached, not read back')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('sends the message again after a restore, once an Admin confirms [CRIT-78]', async () => {
    await withDatabase(server, async (database) => {
      await database.execute(
        `update critical_results
            set restored_at = now(), next_escalation_at = now(), flagged_at = flagged_at - interval '16 minutes'
          where closed_at is null`,
      )
    })
    await page.reload()
    await expect(card).toContainText('nobody is told before an Admin confirms it')
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
    const admins = await context.newPage()
    await signIn(data.admin, admins)
    await admins.goto('/user/critical')
    await expect(admins.getByText('1 critical result was open in the restored backup')).toBeVisible()
    await expectAccessibleInBothSchemes(admins)
    const before = mail.mailsTo(technician.email).length
    await admins.getByRole('button', { name: 'Tell People Again' }).press('Enter')
    await expect(toast(admins, 'People are told again')).toBeVisible()
    await expect(admins.getByText('1 critical result was open in the restored backup')).toHaveCount(0)
    await context.close()
    await pass(0)
    await expect.poll(() => mail.mailsTo(technician.email).length).toBe(before + 1)
    await page.reload()
    await expect(card).not.toContainText('nobody is told before an Admin confirms it')
  })

  await test.step('loses a flag that was a mistake, by a Doctor [CRIT-41]', async () => {
    await expect(card.getByRole('button', { name: 'Remove Flag…' })).toHaveCount(0)
    const address = page.url()
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
    const doctors = await context.newPage()
    await signIn(doctor, doctors)
    await doctors.goto(address)
    await doctors.getByRole('button', { name: 'Remove Flag…' }).press('Enter')
    const question = doctors.getByRole('dialog', { name: 'Remove the flag?' })
    await expect(question.getByLabel('Reason')).toBeFocused()
    await doctors.keyboard.type('Wrong unit on the printout')
    await expectAccessibleInBothSchemes(doctors)
    await question.getByRole('button', { name: 'Remove Flag' }).click()
    const ended = doctors.getByRole('region', { name: 'Critical Result', exact: true })
    await expect(ended).toContainText('Flagged by mistake')
    await expect(ended).toContainText('Wrong unit on the printout')
    await context.close()
  })
})
