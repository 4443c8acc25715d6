import type { Locator, Page } from '@playwright/test'
import { contract, STAFF_ROLES, type PatientRow, type StaffRole } from '@zelab/contract'
import { expectAccessibleInBothSchemes } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { ReportPage } from '../pages/report-page.ts'
import { expectNoLayoutShift, recordLayoutShifts } from '../layout-shifts.ts'
import { withDatabase } from '../product-database.ts'

type Counter = 'totalUsers' | 'totalReports' | 'totalPatients' | 'newPatientsThisWeek' | 'totalLabs'

interface Card {
  title: string
  counter: Counter
  subtext: string
  opensFor: readonly StaffRole[]
  cites: string
}

const CARDS: Card[] = [
  {
    title: 'Total Users',
    counter: 'totalUsers',
    subtext: 'Total users in the system',
    opensFor: ['Admin'],
    cites: '[DASH-06, DASH-12, DASH-17]',
  },
  {
    title: 'Total Reports',
    counter: 'totalReports',
    subtext: 'Total reports published so far',
    opensFor: STAFF_ROLES,
    cites: '[DASH-09, DASH-13, DASH-18]',
  },
  {
    title: 'Total Patients',
    counter: 'totalPatients',
    subtext: 'Total patients in the system',
    opensFor: STAFF_ROLES,
    cites: '[DASH-10, DASH-14, DASH-19]',
  },
  {
    title: 'New Patients',
    counter: 'newPatientsThisWeek',
    subtext: 'Patients added this week',
    opensFor: STAFF_ROLES,
    cites: '[DASH-11, DASH-15, DASH-20]',
  },
  {
    title: 'Total Labs',
    counter: 'totalLabs',
    subtext: 'Total labs in the system',
    opensFor: ['Admin'],
    cites: '[DASH-07, DASH-16, DASH-21]',
  },
]

const longDate = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Dubai' }).format(date)

const panel = (page: Page, name: 'Recent Reports' | 'Recent Patients') => page.getByRole('region', { name })

const cardTitled = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

for (const role of STAFF_ROLES)
  test(`the dashboard of the ${role}`, async ({ page, data, signIn, server }) => {
    // Three patients, one from last month, and two reports: all figures differ.
    const doctor = await data.user('Doctor')
    const patients = [await data.patient(doctor), await data.patient(doctor), await data.patient(doctor)]
    const reportType = await data.reportType(doctor)
    const report = await data.report(doctor, patients[1]!, { reportType })
    await data.report(doctor, patients[2]!, { reportType })
    await withDatabase(server, (database) =>
      database.execute(`update patients set created_at = created_at - interval '30 days' where id = $1`, [
        patients[0]?.id,
      ]),
    )
    const user =
      role === 'Admin'
        ? data.admin
        : role === 'Doctor'
          ? doctor
          : await data.user(role, doctor.lab ?? { id: 0 })
    const { data: figures } = await (await data.as(user)).call(contract.dashboard.get, {})
    await signIn(user)
    await page.goto('/user/dashboard')

    await test.step('has its heading and today’s date [DASH-01, DASH-02, SHELL-55]', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true })).toBeVisible()
      // The chart's table may contain the day too.
      const today = page.getByText(longDate(new Date()), { exact: true }).and(page.locator(':not(th, td)'))
      await expect(today).toBeVisible()
    })

    if (role === 'Admin')
      await test.step('has no banner of a lab [DASH-04, PERM-13, SHELL-04]', async () => {
        await expect(cardTitled(page, 'Total Labs')).toBeVisible()
        await expect(page.getByText('You are currently associated with')).toHaveCount(0)
      })
    else
      await test.step('names the user’s lab [DASH-03, SHELL-03]', async () => {
        await expect(
          page.getByText(`You are currently associated with ${doctor.lab?.name}`, { exact: true }),
        ).toBeVisible()
      })

    const cards = CARDS.filter(({ opensFor }) => opensFor.includes(role))
    await test.step(`has the role’s cards [DASH-05] ${role === 'Admin' ? '' : '[DASH-08]'}`, async () => {
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(cards.map(({ title }) => title))
    })
    if (role !== 'Admin')
      expect(figures).toMatchObject({ totalReports: 2, totalPatients: 3, newPatientsThisWeek: 2 })
    for (const { title, counter, subtext, cites } of cards)
      await test.step(`the card ${title} ${cites}`, async () => {
        const hint = counter === 'totalPatients' && role !== 'Admin' ? 'Counted in your lab' : ''
        await expect(cardTitled(page, title)).toHaveText(`${title}${figures[counter]}${subtext}${hint}`)
        await expect(cardTitled(page, title).getByText(subtext, { exact: true })).toBeVisible()
      })

    await test.step('shows them and the panels without scrolling [DASH-40]', async () => {
      const below = page.getByRole('region', { name: 'Last 30 Days' })
      for (const part of [
        ...cards.map(({ title }) => cardTitled(page, title)),
        panel(page, 'Recent Reports'),
        panel(page, 'Recent Patients'),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
      const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0
      const cardsTop = await topOf(cardTitled(page, 'Total Patients'))
      const panelsTop = await topOf(panel(page, 'Recent Reports'))
      expect(cardsTop).toBeLessThan(panelsTop)
      if (role === 'Receptionist')
        expect(await topOf(page.getByRole('combobox', { name: 'Find a patient' }))).toBeLessThan(cardsTop)
      expect(await topOf(below)).toBeGreaterThan(panelsTop)
    })

    await test.step('lists recent reports [DASH-22, DASH-30, DASH-31, DASH-32, DASH-33]', async () => {
      const recent = panel(page, 'Recent Reports')
      const row = recent.getByRole('listitem').filter({ hasText: patients[1]!.fullName })
      await expect(row.getByText(patients[1]!.fullName, { exact: true })).toBeVisible()
      await expect(row.getByText(reportType.title, { exact: true })).toBeVisible()
      await expect(row.getByText(/^(just now|\d+ minutes? ago)$/)).toBeVisible()
      await expect(row.getByRole('link')).toHaveAttribute('href', `/user/reports/view/${report.id}`)
    })

    await test.step('with a way to all of them, in a panel of 400 px [DASH-23, DASH-24]', async () => {
      const recent = panel(page, 'Recent Reports')
      await expect(recent.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/user/reports')
      const area = recent.getByRole('group', { name: 'Recent reports' })
      expect((await area.boundingBox())?.height).toBe(400)
      await expect(area).toHaveCSS('overflow-y', 'auto')
    })

    await test.step('lists recent patients [DASH-26, DASH-34, DASH-35, DASH-36, DASH-39]', async () => {
      const { id, fullName, email, phone } = patients[2]!
      const row = panel(page, 'Recent Patients').getByRole('listitem').filter({ hasText: fullName })
      await expect(row.getByText(fullName, { exact: true })).toBeVisible()
      await expect(row.getByText(email ?? '?', { exact: true })).toBeVisible()
      await expect(row.getByText(phone.number, { exact: true })).toBeVisible()
      await expect(row.getByRole('link', { name: 'View Profile' })).toHaveAttribute(
        'href',
        `/user/patients/view/${id}`,
      )
      const publish = row.getByRole('link', { name: 'Publish Report' })
      if (role === 'Receptionist')
        await test.step('without publishing for a Receptionist [DASH-38]', () =>
          expect(publish).toHaveCount(0))
      else
        await test.step('with a link to publish [DASH-37]', () =>
          expect(publish).toHaveAttribute('href', `/user/patient/${id}/report/publish`))
    })

    await test.step('with ways to all patients and to a new one [DASH-27, DASH-28]', async () => {
      const recent = panel(page, 'Recent Patients')
      const all = recent.getByRole('link', { name: 'View all patients' })
      await expect(all).toHaveAttribute('href', '/user/patients')
      const onboard = recent.getByRole('link', { name: 'Onboard new patient' })
      await expect(onboard).toHaveAttribute('href', '/user/patients/add')
      await expect(all.locator('svg')).toBeVisible()
      await onboard.click()
      await expect(page).toHaveURL('/user/patients/add')
    })
  })

test('an empty dashboard says so [DASH-25, DASH-29]', async ({ page, data, signIn }) => {
  await signIn(await data.user('Technician'))
  await page.goto('/user/dashboard')
  await expect(panel(page, 'Recent Reports').getByText('No recent reports available')).toBeVisible()
  await expect(panel(page, 'Recent Patients').getByText('No recent patients available')).toBeVisible()
  await expect(panel(page, 'Recent Reports').getByRole('group')).toHaveCSS('height', '400px')
})

test('the dashboard while time passes, fills up, fails and loads', async ({
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

test('what is to do', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  const technician = await data.user('Technician', doctor.lab ?? undefined)
  const patient = await data.patient(technician)
  const report = await data.report(technician, patient)
  await signIn(doctor)
  await recordLayoutShifts(page)
  await page.goto('/user/dashboard')
  const toDo = page.getByRole('region', { name: 'To Do' })
  const rows = toDo.getByRole('listitem')

  await test.step('is beside the panels, without scrolling, with its kinds [DASH-40, DASH-41]', async () => {
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText([patient.fullName])
    await expect(rows).toContainText(['Not opened'])
    await expect(toDo).toBeInViewport({ ratio: 1 })
    await expect(panel(page, 'Recent Patients')).toBeInViewport({ ratio: 1 })
    await expect(toDo.getByRole('navigation').getByRole('link')).toHaveText(['All1', 'To review1'])
    await expectNoLayoutShift(page)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('is narrowed to a kind, which stays in the address [DASH-41]', async () => {
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
    await expect(rows).toContainText(['New'])
    await expect(rows.getByText('Not opened')).toHaveCount(0)
  })
})

test('the Admin’s daily status', async ({ page, data, signIn }) => {
  const doctor = await data.user('Doctor')
  await data.report(doctor, await data.patient(doctor))
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
