import { contract, type PatientRow } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { cardTitled, panel } from '../pages/dashboard.ts'
import { ReportPage } from '../pages/report-page.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '../layout-shifts.ts'
import { withDatabase } from '../product-database.ts'

test('keeps the dashboard right while time passes, and as it fills up, fails and loads', async ({
  page,
  calls,
  data,
  signIn,
  server,
}) => {
  const doctor = await data.user('Doctor')
  const patients: PatientRow[] = []
  for (let count = 0; count < 11; count++) patients.push(await data.patient(doctor))
  const report = await data.report(doctor, patients[0]!)
  await signIn(doctor)

  await test.step('tells how long ago a report came [DASH-32]', async () => {
    for (const [age, words] of [
      ['5 minutes', '5 minutes ago'],
      ['90 minutes', '1 hour ago'],
      ['3 days', '3 days ago'],
    ] as const) {
      await withDatabase(server, (database) =>
        database.execute('update reports set created_at = now() - $1::interval where id = $2', [
          age,
          report.id,
        ]),
      )
      await page.goto('/user/dashboard')
      await expect(panel(page, 'Recent Reports').getByText(words, { exact: true })).toBeVisible()
    }
  })

  await test.step('holds the 10 newest patients and scrolls inside the panel [DASH-26, DASH-34]', async () => {
    const rows = panel(page, 'Recent Patients').getByRole('listitem')
    await expect(rows).toHaveCount(10)
    await expect(rows.first()).toContainText(patients[10]!.fullName)
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows.last()).toBeInViewport()
    const area = panel(page, 'Recent Patients').getByRole('group')
    expect(await area.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  })

  await test.step('shows the message when it cannot be loaded, and retries on demand [ERR-01]', async () => {
    await calls.refuse(contract.dashboard.get, 503, 'The figures are being counted')
    await page.reload()
    const alert = page.getByRole('alert')
    await expect(alert.getByText('The figures are being counted')).toBeVisible()
    await calls.restore()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(cardTitled(page, 'Total Patients')).toContainText('11')
  })

  await test.step('keeps its shape while loading', async () => {
    const release = await calls.hold(contract.dashboard.get)
    await page.reload()
    await expect(cardTitled(page, 'Total Patients')).toHaveAttribute('aria-busy', 'true')
    await expect(panel(page, 'Recent Reports').getByRole('group')).toHaveCSS('height', '400px')
    release()
    await expect(cardTitled(page, 'Total Patients')).toHaveAttribute('aria-busy', 'false')
  })
})

test('shows what is to do', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const technician = await data.user('Technician', doctor.lab ?? undefined)
  const patient = await data.patient(technician)
  const report = await data.report(technician, patient)
  await signIn(doctor)
  await recordLayoutShifts(page)
  await page.goto('/user/dashboard')
  const toDo = page.getByRole('region', { name: 'To Do' })
  const rows = toDo.getByRole('listitem')

  await test.step('appears beside the panels, without scrolling, with its kinds [DASH-40, DASH-41]', async () => {
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText([patient.fullName])
    await expect(rows).toContainText(['Not opened'])
    await expect(toDo).toBeInViewport({ ratio: 1 })
    await expect(panel(page, 'Recent Patients')).toBeInViewport({ ratio: 1 })
    await expect(toDo.getByRole('navigation').getByRole('link')).toHaveText(['All1', 'To review1'])
    await expectNoLayoutShift(page)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('counts it in the title of each page and in the sidebar [DASH-44]', async () => {
    await expect(page).toHaveTitle(/^\(1\) Dashboard · /)
    const entry = page.getByTestId('sidebar').getByRole('link', { name: 'Dashboard', exact: true })
    await expect(entry).toHaveAccessibleDescription('1 needs attention')
    await page.getByTestId('sidebar').getByRole('link', { name: 'View Patients' }).click()
    await expect(page).toHaveTitle(/^\(1\) Patient Dashboard · /)
    await page.goBack()
  })

  await test.step('shows one kind by choice, which stays in the address [DASH-41]', async () => {
    await toDo.getByRole('link', { name: 'To review' }).click()
    await expect(page).toHaveURL('/user/dashboard?todo=report')
    await expect(rows).toHaveCount(1)
    await page.goto('/user/dashboard?todo=critical')
    await expect(toDo).toContainText('Nothing to do')
  })

  await test.step('leads to the record, and is not unopened then [DASH-41, DROP-05]', async () => {
    await page.goto('/user/dashboard')
    await toDo.getByRole('link', { name: `View Report: ${patient.fullName}` }).click()
    await expect(page).toHaveURL(`/user/reports/view/${report.id}`)
    await expect(new ReportPage(page).card('Report Preview').locator('img')).toBeVisible()
    await page.goto('/user/dashboard')
    await expect(toDo).toContainText('Nothing to do')
    await expect(rows).toHaveCount(0)
  })

  await test.step('marks reports as seen, and takes it back [DASHROLE-12]', async () => {
    await data.report(technician, patient)
    await page.reload()
    await expect(rows).toHaveCount(1)
    await toDo.getByRole('button', { name: 'Mark All as Seen' }).click()
    await expect(rows).toHaveCount(0)
    await expect(page).toHaveTitle(/^Dashboard · /)
    await page.reload()
    await expect(toDo).toContainText('Nothing to do')
    await data.report(technician, patient)
    await page.reload()
    await expect(rows).toHaveCount(1)
    await toDo.getByRole('button', { name: 'Mark All as Seen' }).click()
    await expect(rows).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(1)
  })

  await test.step('follows the panels in one line on a day without work [DASH-42]', async () => {
    await toDo.getByRole('button', { name: 'Mark All as Seen' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(panel(page, 'Recent Reports').getByText(patient.fullName).first()).toBeInViewport()
    await expect(toDo.getByRole('navigation')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
  })
})

test('begins a new lab with its first patient and file', async ({ page, data, signIn }) => {
  await signIn(await data.user('Doctor'))
  await page.goto('/user/dashboard')
  await test.step('offers both in the specified panels, and no empty card beside [DASH-43]', async () => {
    await expect(panel(page, 'Recent Patients')).toContainText('No recent patients available')
    await expect(page.getByRole('link', { name: 'Drop the First File' })).toHaveAttribute(
      'href',
      '/user/inbox',
    )
    await expect(page.getByRole('region', { name: 'Last 30 Days' })).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'Register the First Patient' }).click()
    await expect(page).toHaveURL('/user/patients/add')
  })
})

test('shows the Admin’s daily status', async ({ page, data, signIn, server }) => {
  const doctor = await data.user('Doctor')
  await data.report(doctor, await data.patient(doctor))
  const lab = doctor.lab ?? { id: 0, name: '' }
  await withDatabase(server, async (database) => {
    await database.execute(
      `insert into inbox_sources (lab_id, kind, name, folder, problem, problem_since)
       values ($1, 'folder', 'Analyzer', 'analyzer', 'not-found', now())`,
      [lab.id],
    )
  })
  await signIn(data.admin)
  await recordLayoutShifts(page)
  await page.goto('/user/dashboard')
  const facts = page.getByRole('navigation', { name: 'What happened' })

  await test.step('appears without moving the layout [MORNING-01, MORNING-02]', async () => {
    await expect(facts.getByRole('link')).toHaveCount(5)
    await expect(facts.getByRole('link', { name: /published today$/ })).toContainText(/[1-9]/)
    await expect(facts.getByRole('link', { name: /backup/ })).toHaveAttribute(
      'href',
      '/user/settings/general?tab=backups',
    )
    await expect(page.getByRole('region', { name: 'Recent Reports' })).toContainText('Report type')
    await expectNoLayoutShift(page)
  })

  await test.step('names each lab once with its problems, which lead to their tab [DASHROLE-13]', async () => {
    const row = page.getByRole('list', { name: 'To Do' }).getByRole('listitem').filter({ hasText: lab.name })
    await expect(row).toHaveCount(1)
    await expect(row.getByRole('link', { name: '1 inbox source does not work' })).toHaveAttribute(
      'href',
      `/user/labs/${lab.id}?tab=inbox`,
    )
  })

  await test.step('leads to its records [MORNING-01]', async () => {
    await facts.getByRole('link', { name: /withdrawn/ }).click()
    await expect(page).toHaveURL(/\/user\/logs\/activity\?action=report\.withdraw&fromDate=.*&toDate=/)
    await page.goBack()
    await facts.getByRole('link', { name: /never opened$/ }).click()
    await expect(page).toHaveURL(/\/user\/insights\?.*fromDate=.*&toDate=/)
    await page.goBack()
    await facts.getByRole('link', { name: /published today$/ }).click()
    await expect(page).toHaveURL(/\/user\/reports\?/)
  })
})
