import type { Locator } from '@playwright/test'
import { contract, STAFF_ROLES, type StaffRole } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { cardTitled, panel } from '../pages/dashboard.ts'
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

for (const role of STAFF_ROLES)
  test(`shows the dashboard of the ${role}`, async ({ page, data, signIn, server }) => {
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

    await test.step('shows its heading and today’s date [DASH-01, DASH-02, SHELL-55]', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true })).toBeVisible()
      // The chart's table may contain the day too.
      const today = page.getByText(longDate(new Date()), { exact: true }).and(page.locator(':not(th, td)'))
      await expect(today).toBeVisible()
    })

    if (role === 'Admin')
      await test.step('shows no banner of a lab [DASH-04, PERM-13, SHELL-04]', async () => {
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
    await test.step(`shows the role’s cards [DASH-05] ${role === 'Admin' ? '' : '[DASH-08]'}`, async () => {
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(cards.map(({ title }) => title))
    })
    if (role !== 'Admin')
      expect(figures).toMatchObject({ totalReports: 2, totalPatients: 3, newPatientsThisWeek: 2 })
    for (const { title, counter, subtext, cites } of cards)
      await test.step(`shows the card ${title} ${cites}`, async () => {
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

    await test.step('leads to all of them, in a panel of 400 px [DASH-23, DASH-24]', async () => {
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
        await test.step('offers a Receptionist no publishing [DASH-38]', () => expect(publish).toHaveCount(0))
      else
        await test.step('leads to publishing [DASH-37]', () =>
          expect(publish).toHaveAttribute('href', `/user/patient/${id}/report/publish`))
    })

    await test.step('leads to all patients and to a new one [DASH-27, DASH-28]', async () => {
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

test('says that an empty dashboard is empty [DASH-25, DASH-29]', async ({ page, data, signIn }) => {
  await signIn(await data.user('Technician'))
  await page.goto('/user/dashboard')
  await expect(panel(page, 'Recent Reports').getByText('No recent reports available')).toBeVisible()
  await expect(panel(page, 'Recent Patients').getByText('No recent patients available')).toBeVisible()
  await expect(panel(page, 'Recent Reports').getByRole('group')).toHaveCSS('height', '400px')
})
