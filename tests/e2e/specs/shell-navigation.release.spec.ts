import { STAFF_ROLES, type StaffRole } from '@zelab/contract'
import { expect, test } from '../fixtures.ts'
import { withDatabase } from '../product-database.ts'

interface Group {
  name: string
  items: Record<string, string>
  cites: string
}

const USERS: Group = {
  name: 'Users',
  items: { 'All Users': '/user/users', 'Add User': '/user/users/add' },
  cites: '[SHELL-28, SHELL-29, SHELL-30]',
}
const LABS: Group = { name: 'Labs', items: { 'All Labs': '/user/labs' }, cites: '[SHELL-31, SHELL-32]' }
const PATIENTS: Group = {
  name: 'Patients',
  items: { 'View Patients': '/user/patients', 'Add Patient': '/user/patients/add' },
  cites: '[SHELL-33, SHELL-34, SHELL-35]',
}
const REPORTS: Group = {
  name: 'Reports',
  items: { 'View Reports': '/user/reports', Deliveries: '/user/deliveries' },
  cites: '[SHELL-36, SHELL-37]',
}

/** Not in the specification: an entry for users who see insights. */
const REPORTS_WITH_INSIGHTS: Group = {
  ...REPORTS,
  items: { ...REPORTS.items, Insights: '/user/insights' },
  cites: `${REPORTS.cites} [INSIGHT-01]`,
}

const CONTACT = { Contact: '/user/contact' }
const ADMIN_SECONDARY = {
  'Activity Logs': '/user/logs/activity',
  Settings: '/user/settings/general',
  ...CONTACT,
}

const NAVIGATION: Record<
  StaffRole,
  { first?: string; groups: Group[]; secondary: Record<string, string>; cites: string; absent: string }
> = {
  Admin: {
    first: 'Inbox',
    groups: [USERS, LABS, PATIENTS, REPORTS_WITH_INSIGHTS],
    secondary: ADMIN_SECONDARY,
    cites: '[SHELL-06, SHELL-39, INBOX-80]',
    absent: '',
  },
  Doctor: {
    first: 'Inbox',
    groups: [PATIENTS, REPORTS_WITH_INSIGHTS],
    secondary: CONTACT,
    cites: '[SHELL-40]',
    absent: '[SHELL-07]',
  },
  Technician: {
    first: 'Inbox',
    groups: [PATIENTS, REPORTS],
    secondary: CONTACT,
    cites: '[SHELL-41] [INBOX-158]',
    absent: '[SHELL-07]',
  },
  Receptionist: {
    groups: [PATIENTS, REPORTS],
    secondary: CONTACT,
    cites: '[SHELL-42, SHELL-43]',
    absent: '[SHELL-07]',
  },
}

for (const role of STAFF_ROLES)
  test(`shows the navigation of the ${role}`, async ({ page, data, signIn }) => {
    const { first = [], groups, secondary, cites, absent } = NAVIGATION[role]
    const user = role === 'Admin' ? data.admin : await data.user(role)
    await signIn(user)
    await page.goto('/user/dashboard')
    const sidebar = page.getByTestId('sidebar')
    const main = sidebar.getByRole('navigation', { name: 'Main' })

    await test.step('shows a sidebar with the brand [SHELL-08, SHELL-09]', async () => {
      await expect(sidebar).toBeVisible()
      await expect(sidebar.getByText('Zelab', { exact: true })).toBeVisible()
    })

    await test.step('leads to the dashboard [SHELL-10]', async () => {
      const link = main.getByRole('link', { name: 'Dashboard', exact: true })
      await expect(link).toHaveAttribute('href', '/user/dashboard')
      await expect(link).toHaveAttribute('aria-current', 'page')
    })

    await test.step(`shows exactly the role’s groups [SHELL-11, SHELL-13, SHELL-38] ${cites} ${absent}`, async () => {
      await expect(main.getByRole('region')).toHaveCount(groups.length)
      const items = groups.flatMap((group) => Object.keys(group.items))
      await expect(main.getByRole('link')).toHaveText(
        ['Dashboard', first, items].flat().map((label) => new RegExp(`^${label}[0-9+]*$`)),
      )
    })

    for (const { name, items, cites: groupCites } of groups)
      await test.step(`shows the group ${name} ${groupCites}`, async () => {
        const group = main.getByRole('region', { name, exact: true })
        await expect(group.getByText(name, { exact: true })).toBeVisible()
        for (const [label, href] of Object.entries(items))
          await expect(group.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href)
      })

    await test.step(`shows exactly the role’s secondary items [SHELL-12, SHELL-13, SHELL-38] ${absent}`, async () => {
      const links = sidebar.getByRole('navigation', { name: 'Secondary' }).getByRole('link')
      await expect(links).toHaveText(Object.keys(secondary))
      for (const [label, href] of Object.entries(secondary))
        await expect(links.filter({ hasText: label })).toHaveAttribute('href', href)
    })

    await test.step(`leads to patients, reports and the profile [SHELL-05] ${cites}`, async () => {
      const pages = [
        ['View Patients', 'Patient Dashboard'],
        ['View Reports', 'Medical Reports'],
        ...(role === 'Admin'
          ? ([
              ['All Users', 'Users'],
              ['All Labs', 'Labs'],
              ['Activity Logs', 'Activity Logs'],
              ['Settings', 'Settings'],
            ] as const)
          : []),
      ] as const
      for (const [link, heading] of pages) {
        await sidebar.getByRole('link', { name: link, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      }
    })

    await test.step('leads from the header to the profile, by user type and initials [SHELL-50, SHELL-51, SHELL-52]', async () => {
      const initials = role === 'Admin' ? 'A' : `${role[0]}${user.email.match(/\d+/)?.[0]}`[0]
      const link = page.getByRole('banner').getByRole('link')
      await expect(link).toHaveText(new RegExp(`^${role}${initials}`))
      await link.click()
      await expect(page).toHaveURL('/user/profile')
      await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    })
  })

test('initials', async ({ page, data, signIn, server }) => {
  const user = await data.user('Doctor', undefined, 'mary ann o’neil smith')
  await signIn(user)
  const initials = page.getByRole('banner').getByRole('link').locator('span').last()

  await test.step('take the first letters of all words in upper case [SHELL-53, SHELL-51]', async () => {
    await page.goto('/user/profile')
    await expect(initials).toHaveText('MAOS')
  })

  await test.step('become N/A without a name [SHELL-54]', async () => {
    await withDatabase(server, (database) =>
      database.execute(`update users set full_name = '' where id = $1`, [user.id]),
    )
    await page.reload()
    await expect(initials).toHaveText('N/A')
    await expect(
      page.getByRole('region', { name: 'Account', exact: true }).getByText('N/A').first(),
    ).toBeVisible()
  })
})

test('leads to the content from the shell and switches the color scheme', async ({ page, data, signIn }) => {
  await signIn(await data.user('Doctor'))
  await page.goto('/user/contact')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
})
