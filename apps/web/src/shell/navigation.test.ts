import { can, type Role } from '@zelab/contract/access'
import { describe, expect, it } from 'vitest'
import { firstItemsFor, navigationFor, secondaryNavigationFor } from './navigation.ts'

const groupsOf = (role: Role) =>
  navigationFor((permission) => can(role, permission)).map(({ label, items }) => [
    label,
    ...items.map((item) => `${item.label} ${item.to}`),
  ])
const secondaryOf = (role: Role) =>
  secondaryNavigationFor((permission) => can(role, permission)).map(({ label }) => label)

const patients = ['Patients', 'View Patients /user/patients', 'Add Patient /user/patients/add']
const reportsOf = (...further: string[]) => ['Reports', 'View Reports /user/reports', ...further]
const deliveries = 'Deliveries /user/deliveries'
const insights = 'Insights /user/insights'

describe('the sidebar', () => {
  it('shows the Admin everything [SHELL-39]', () => {
    expect(groupsOf('Admin')).toEqual([
      ['Users', 'All Users /user/users', 'Add User /user/users/add'],
      ['Labs', 'All Labs /user/labs'],
      patients,
      reportsOf(deliveries, insights),
    ])
    expect(secondaryOf('Admin')).toEqual(['Activity Logs', 'Settings', 'Contact'])
  })

  it.each([
    ['Doctor', reportsOf(deliveries, insights)],
    ['Technician', reportsOf(deliveries)],
    ['Receptionist', reportsOf(deliveries)],
  ] as const)(
    'shows a %s patients, reports and the contact [SHELL-38] [SHELL-40] [SHELL-41] [SHELL-42] [SHELL-43]',
    (role, reports) => {
      expect(groupsOf(role)).toEqual([patients, reports])
      expect(secondaryOf(role)).toEqual(['Contact'])
    },
  )

  it.each(['Doctor', 'Technician', 'Receptionist'] as const)(
    'shows a %s the critical results of a lab that uses them, with their number [CRIT-85]',
    (role) => {
      const groups = navigationFor((permission) => can(role, permission), {
        critical: true,
        visits: false,
        release: false,
      })
      const items = groups.flatMap(({ items }) => items)
      expect(items.find(({ to }) => to === '/user/critical')?.count).toBe('critical')
    },
  )

  it.each([
    ['Admin', ['Dashboard', 'Inbox']],
    ['Doctor', ['Dashboard', 'Inbox']],
    ['Technician', ['Dashboard', 'Inbox']],
    ['Receptionist', ['Dashboard']],
  ] as const)(
    'begins with the inbox for everyone who may use it, such as the %s [INBOX-158]',
    (role, labels) => {
      expect(firstItemsFor((permission) => can(role, permission)).map(({ label }) => label)).toEqual(labels)
    },
  )
})
