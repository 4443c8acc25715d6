import type { Page } from '@playwright/test'
import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect } from '../fixtures.ts'
import { test } from '../mail-fixtures.ts'
import { withDatabase } from '../product-database.ts'
import type { StaffUser, TestData } from '../test-data.ts'

const sendReport = async (data: TestData, user: StaffUser, fullName: string) => {
  const patient = await data.patient(user, { fullName })
  const report = await data.report(user, patient)
  const api = await data.as(user)
  await api.call(contract.deliveries.updatePatientDelivery, {
    params: { id: String(patient.id) },
    body: { language: 'en', consents: { email: true, whatsapp: false } },
  })
  const { data: delivery } = await api.call(contract.deliveries.send, {
    params: { id: String(report.id) },
    body: { language: 'en' },
  })
  return { patient, report, delivery }
}
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('finds several messages and sends them again at once', async ({ page, data, signIn, server, mail }) => {
  const receptionist = await data.user('Receptionist')
  const technician = await data.user('Technician', receptionist.lab ?? { id: 0 })
  const names = ['Amal Nasser', 'Basim Nasser', 'Carla Rizk'].map((name) => `${name} ${data.next()}`)
  const [amal = '', basim = '', carla = ''] = names
  mail.state.refusals = 3
  const sent: Awaited<ReturnType<typeof sendReport>>[] = []
  for (const name of names) sent.push(await sendReport(data, technician, name))
  await withDatabase(server, async (database) => {
    for (const { delivery } of sent)
      await expect
        .poll(async () =>
          database.exists("select 1 from deliveries where id = $1 and state = 'failed'", [delivery.id]),
        )
        .toBe(true)
  })
  await signIn(receptionist)

  await test.step('counts what needs attention in the sidebar [DELIV-22]', async () => {
    await page.goto('/user/dashboard')
    const entry = page.getByRole('link', { name: 'Deliveries', exact: true })
    await expect(entry).toHaveAccessibleDescription('3 need attention')
    await expect(entry).toHaveText('Deliveries3')
    await expect(page.getByRole('link', { name: 'View Reports' })).not.toContainText('3')
    await entry.click()
  })

  await test.step('finds names and ZL IDs [DELIV-23]', async () => {
    await expect(page.getByRole('link', { name: /^Needs attention 3$/ })).toHaveAttribute('aria-current')
    await expect(page.getByRole('link', { name: /^Correction not opened/ })).toHaveCount(0)
    await page.getByRole('link', { name: /^Not reached/ }).click()
    await expect(page.getByRole('link', { name: /^Needs attention/ })).not.toHaveAttribute('aria-current')
    await page.getByRole('searchbox', { name: 'Search by name or ZL ID' }).fill('nasser')
    await expect(rowOf(page, carla)).toHaveCount(0)
    await expect(rowOf(page, amal)).toBeVisible()
    await expect(page).toHaveURL(/search=nasser/)
    await page.getByRole('combobox', { name: 'Channel' }).selectOption('Printed slip')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: /^Clear.*Channel/ }).click()
    await expect(rowOf(page, basim)).toBeVisible()
  })

  await test.step('saves the same rows in the file [DELIV-23]', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('deliveries.csv')
    const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString()
    expect(text).toContain(amal)
    expect(text).not.toContain(carla)
  })

  await test.step('those that can be sent again are, the others show the reason [DELIV-23] [A11Y-10]', async () => {
    await page.getByRole('searchbox').fill('')
    await expect(rowOf(page, carla)).toBeVisible()
    await page.getByRole('button', { name: 'Select All' }).click()
    await expect(page.getByText('3 selected')).toBeVisible()
    // Beside the box, where the row would open the report.
    await rowOf(page, basim)
      .locator('td')
      .first()
      .click({ position: { x: 4, y: 4 } })
    await expect(page.getByText('2 selected')).toBeVisible()
    const api = await data.as(technician)
    await api.call(contract.deliveries.updatePatientDelivery, {
      params: { id: String(sent[2]?.patient.id) },
      body: { consents: { email: false } },
    })
    await page.getByRole('button', { name: 'Send Selected Again' }).click()
    await expect(page.getByText('1 message is on the way')).toBeVisible()
    await expect(page.getByText('1 message was not sent again')).toBeVisible()
    await expect(rowOf(page, carla).getByText('Not sent again:')).toBeVisible()
    await expect(rowOf(page, basim)).toBeVisible()
    await expect(rowOf(page, amal)).toHaveCount(0)
    await expect.poll(() => mail.mailsTo(sent[0]?.patient.email ?? '').length).toBe(1)
    expect(mail.mailsTo(sent[1]?.patient.email ?? '')).toEqual([])
    await expectAccessibleInBothSchemes(page, 'main')
  })
})

test('corrections that were not opened and reports without contact are listed', async ({
  page,
  data,
  signIn,
  server,
}) => {
  const doctor = await data.user('Doctor')
  const opened = await sendReport(data, doctor, `Dalia Corrected ${data.next()}`)
  const patient = await data.patient(doctor, { fullName: `Elias Unreached ${data.next()}` })
  const unsent = await data.report(doctor, patient, { title: 'Waiting for a contact' })
  await withDatabase(server, async (database) => {
    await database.execute(
      `insert into report_links (delivery_id, token_hash, expires_at, first_opened_at, opened_version)
       values ($1, sha256('corrected'), now() + interval '1 day', now(), 1)`,
      [opened.delivery.id],
    )
    await database.execute('alter table reports disable trigger user')
    await database.execute(
      `update reports set version = 2, amended_at = now() - interval '25 hours', amended_by = uploaded_by,
              amendment_reason = 'clerical' where id = $1`,
      [opened.report.id],
    )
    await database.execute('alter table reports enable trigger user')
    await database.execute("insert into report_announcements (report_id, kind) values ($1, 'amended')", [
      opened.report.id,
    ])
    await database.execute('insert into lab_delivery_settings (lab_id, is_automatic) values ($1, true)', [
      doctor.lab?.id,
    ])
  })
  await signIn(doctor)
  await page.goto('/user/deliveries')

  await test.step('together and each in its view [DELIV-24, DELIV-44]', async () => {
    await expect(
      rowOf(page, opened.patient.fullName).getByText('Opened version 1, not the correction'),
    ).toBeVisible()
    await page.getByRole('link', { name: /^Correction not opened 1$/ }).click()
    await expect(rowOf(page, opened.patient.fullName)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Select All' })).toHaveCount(0)
    await page.getByRole('link', { name: /^No contact 1$/ }).click()
    await expect(rowOf(page, patient.fullName).getByText('Consent')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('listitem').getByRole('link', { name: /^\+971/ })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    await rowOf(page, patient.fullName).getByRole('link', { name: unsent.title }).click()
    await expect(page).toHaveURL(new RegExp(`/user/reports/view/${unsent.id}$`))
  })
})

test('shows deliveries of all reports on the patient’s page', async ({ page, data, signIn, server }) => {
  const technician = await data.user('Technician')
  const { patient, report, delivery } = await sendReport(data, technician, 'Farid Often')
  await signIn(technician)
  const card = page.getByRole('region', { name: 'Sent to This Patient', exact: true })
  const items = card.getByRole('listitem')

  await test.step('newest first, ten and then more [DELIV-25]', async () => {
    await page.goto(`/user/patients/view/${patient.id}`)
    await expect(items).toHaveCount(1)
    await expect(items.first()).toContainText(report.title)
    await withDatabase(server, (database) =>
      database.execute(
        `insert into deliveries (report_id, lab_id, report_version, channel, purpose, language, template_version, state,
                                 sent_at)
         select report_id, lab_id, 1, 'slip', 'report', 'en', 1, 'handed-over', now()
           from deliveries, generate_series(1, 12) where id = $1`,
        [delivery.id],
      ),
    )
    await page.reload()
    await expect(items).toHaveCount(10)
    await card.getByRole('button', { name: 'Show More' }).click()
    await expect(items).toHaveCount(13)
    await expect(card.getByRole('button', { name: 'Show More' })).toHaveCount(0)
    await expect(items.last()).toContainText('Email')
    await items.last().getByRole('link', { name: report.title }).click()
    await expect(page).toHaveURL(new RegExp(`/user/reports/view/${report.id}$`))
  })
})

test('insights show how soon patients opened sent reports', async ({ page, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  const { delivery } = await sendReport(data, doctor, 'Ghada Quick')
  await withDatabase(server, (database) =>
    database.execute(
      `with sent as (
         update deliveries set state = 'sent', due_at = null, sent_at = now() - interval '3 hours' where id = $1
         returning id, sent_at
       )
       insert into report_links (delivery_id, token_hash, expires_at, first_opened_at)
       select id, sha256('quick'), now() + interval '1 day', sent_at + interval '2 hours' from sent`,
      [delivery.id],
    ),
  )
  await signIn(doctor)
  await page.goto('/user/insights?tab=opening')
  const card = page.getByRole('region', { name: 'From sent to opened', exact: true })

  await test.step('counts by channel, with a file [DELIV-28]', async () => {
    const row = card.getByRole('row', { name: /^Email/ })
    await expect(row.locator('td')).toHaveText(['Email', '1', '100 %', '0 %', '100 %', '100 %', '2 hours'])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('link', { name: 'Export From sent to opened' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('time-from-sent-to-opened.csv')
  })
})
