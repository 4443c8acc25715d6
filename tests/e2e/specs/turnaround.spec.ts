import { contract } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

test('lets an Admin set turn-around, which Insights show [TAT-09, TAT-16, TAT-21]', async ({
  page,
  data,
  signIn,
}) => {
  const doctor = await data.user('Doctor')
  const lab = doctor.lab ?? { id: 0 }
  const type = await data.reportType(doctor, `Ferritin ${data.next()}`)
  const admin = await data.as(data.admin)
  const params = { id: String(lab.id) }
  await admin.call(contract.visits.updateVisitSettings, { params, body: { isOn: true } })
  const { id } = await data.patient(doctor)
  const receivedAt = new Date(Date.now() - 90 * 60_000).toISOString()
  const asDoctor = await data.as(doctor)
  const { data: visit } = await asDoctor.call(contract.visits.addVisit, {
    params: { id: String(id) },
    body: { reportTypeIds: [type.id], receivedAt },
  })
  const report = await data.report(doctor, { id }, { reportType: type })
  await asDoctor.call(contract.visits.updateVisit, {
    params: { id: String(visit.id) },
    body: { reportIds: [report.id] },
  })

  await signIn(data.admin)
  await page.goto(`/user/labs/${lab.id}?tab=visits`)
  const targets = page.getByRole('dialog', { name: 'Edit Targets' })
  const editTargets = page.getByRole('button', { name: 'Edit Targets' })
  await expect(editTargets).toBeEnabled()
  await editTargets.press('Enter')
  await targets.getByLabel(type.title).fill('0')
  await page.keyboard.press('Enter')
  await expect(targets.getByLabel(type.title)).toHaveAccessibleDescription(/^Please enter 0:01 to 1440 hours/)
  await targets.getByLabel(type.title).fill('4 h')
  await page.keyboard.press('Enter')
  await expect(targets).toHaveCount(0)
  await test.step('targets are shown as they are typed [VISIT-101]', async () => {
    await expect(page.getByText(`${type.title}: 4 h`)).toBeVisible()
    await editTargets.press('Enter')
    await expect(targets.getByLabel(type.title)).toHaveValue('4 h')
    await targets.getByLabel(type.title).fill('1:30')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${type.title}: 1:30 h`)).toBeVisible()
  })

  const calendar = page.getByRole('dialog', { name: 'Edit Calendar' })
  await page.getByRole('button', { name: 'Edit Calendar' }).press('Enter')
  await calendar.getByRole('checkbox', { name: 'Sunday', exact: true }).press('Space')
  await calendar.getByRole('button', { name: 'Add Holiday' }).click()
  const holiday = calendar.getByRole('group', { name: 'Holiday 1' })
  await holiday.getByLabel('Date').fill('02/12/2026')
  await holiday.getByLabel('Name').fill('National Day')
  // Mornings and evenings: the second part overlaps until it begins after the first one ends.
  const time = (name: string) => calendar.getByLabel(name, { exact: true })
  await time('Opens, Monday').fill('08:00')
  await time('Closes, Monday').fill('1300')
  await calendar.getByRole('button', { name: 'Copy the Hours of Monday to All Open Days' }).click()
  await expect(time('Closes, Thursday')).toHaveValue('1:00 PM')
  await expect(time('Closes, Sunday')).toHaveCount(0)
  await time('Closes, Friday').fill('12:00')
  await calendar.getByRole('checkbox', { name: 'Second part, Monday' }).press('Space')
  await time('Opens again, Monday').fill('12:00')
  await time('Closes again, Monday').fill('20:00')
  await time('Opens, Saturday').fill('22:00')
  await time('Closes, Saturday').fill('06:00')
  await expect(time('Closes, Saturday')).toHaveAccessibleDescription('next day')
  await page.keyboard.press('Enter')
  await expect(time('Opens again, Monday')).toBeFocused()
  await expect(time('Opens again, Monday')).toHaveAccessibleDescription(
    'The second part must begin after the first one ends',
  )
  await time('Opens again, Monday').fill('16:00')
  const addSeason = calendar.getByRole('button', { name: 'Add Season' })
  await addSeason.press('Enter')
  await calendar.getByRole('button', { name: 'Remove Season 1' }).press('Enter')
  await expect(addSeason).toBeFocused()
  await expect(calendar.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 })
  await calendar.evaluate((dialog) => dialog.scrollTo({ top: 0 }))
  await expect(calendar.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 })
  await expectAccessibleInBothSchemes(page)
  await calendar.getByRole('button', { name: 'Save Changes' }).click()
  await expect(calendar).toHaveCount(0)
  const hours = [
    'Monday: 8:00 AM – 1:00 PM, 4:00 PM – 8:00 PM',
    'Thursday: 8:00 AM – 1:00 PM',
    'Friday: 8:00 AM – 12:00 PM',
    'Saturday: 10:00 PM – 6:00 AM (next day)',
  ]
  for (const line of [...hours, 'Sunday: Closed', /National Day: Closed/])
    await expect(page.getByText(line)).toBeVisible()

  await page.goto(`/user/insights?labId=${lab.id}&tab=times`)
  const card = page.getByRole('region', { name: 'Turn-around', exact: true })
  await expect(card.getByRole('row', { name: new RegExp(`^${type.title} 1`) })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Turn-around by weekday' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'On time' })).toContainText('with a target')
})

test('times are typed in the zone of the lab, and counted by the clock of the server [VISIT-63]', async ({
  data,
  signIn,
  browser,
  server,
}) => {
  const receptionist = await data.user('Receptionist')
  const lab = receptionist.lab ?? { id: 0 }
  const admin = await data.as(data.admin)
  await admin.call(contract.visits.updateVisitSettings, {
    params: { id: String(lab.id) },
    body: { isOn: true },
  })
  const technician = await data.user('Technician', lab)
  const type = await data.reportType(technician, `Iron ${data.next()}`)
  // The rest of the list must not cover what comes next.
  for (const further of ['Zinc', 'Copper', 'Selenium'])
    await data.reportType(technician, `${further} ${data.next()}`)
  await admin.call(contract.turnaround.updateSettings, {
    params: { id: String(lab.id) },
    body: { targets: [{ reportTypeId: type.id, minutes: 90 }] },
  })
  const patient = await data.patient(receptionist)
  const context = await browser.newContext({ baseURL: server.url, timezoneId: 'America/New_York' })
  const page = await context.newPage()
  const DAY = 24 * 60 * 60_000
  // The clock of the computer is two days behind.
  await page.clock.setSystemTime(Date.now() - 2 * DAY)
  await signIn(receptionist, page)
  await page.goto(`/user/patients/view/${patient.id}`)
  await page.getByRole('region', { name: 'Visits' }).getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Visit' })
  await dialog.getByText('Times: received now').click()
  const received = dialog.getByLabel('Received at')
  await expect(received).toHaveAccessibleDescription('Lab time: Asia/Dubai')
  const at = Math.floor((Date.now() - 600_000) / 60_000) * 60_000
  // Clocks in Dubai are four hours ahead of UTC.
  const inDubai = new Date(at + 4 * 60 * 60_000).toISOString().slice(0, 16)
  await received.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(inDubai.replace('T', ' '))
  await test.step('promises the target of the lab with one click [VISIT-85, FORM-34]', async () => {
    await dialog.getByRole('combobox', { name: 'Expected reports' }).focus()
    await page.keyboard.type(type.title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await dialog.getByRole('button', { name: /^Promise / }).click()
    await expect(dialog.getByLabel('Promised at')).toHaveValue(/ at /)
  })
  await dialog.getByRole('button', { name: 'Save Visit' }).click()
  await expect(dialog).toHaveCount(0)
  const asDesk = await data.as(receptionist)
  const { data: visits } = await asDesk.call(contract.visits.listVisits, {
    params: { id: String(patient.id) },
  })
  const promisedAt = new Date(at + 90 * 60_000).toISOString()
  expect(visits).toMatchObject([{ receivedAt: new Date(at).toISOString(), promisedAt }])
  await page.getByRole('button', { name: /^Actions of visit/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  const edited = page.getByRole('dialog', { name: /^Visit #/ })
  await edited.getByText(/^Times: received /).click()
  const [year, month, day] = inDubai.slice(0, 10).split('-')
  await expect(edited.getByLabel('Received at')).toHaveValue(new RegExp(`^${day}/${month}/${year} at `))

  // Ahead by two days, beyond the end of the session.
  await page.clock.setSystemTime(Date.now() + 2 * DAY)
  await page.reload()
  await expect(page.getByRole('heading', { name: patient.fullName })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/user/dashboard')
  await context.close()
})
