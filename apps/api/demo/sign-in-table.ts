import { DEMO_LINK_TOKEN } from './demo-deliveries.ts'
import { DEMO_ADMIN, DEMO_LABS, DEMO_PASSWORD, DEMO_STAFF } from './demo-people.ts'

const signIns = () => [
  { role: 'Admin', lab: '–', email: DEMO_ADMIN.email },
  ...DEMO_LABS.flatMap((lab) =>
    DEMO_STAFF.map(({ role }) => ({
      role: role.charAt(0).toUpperCase() + role.slice(1),
      lab: lab.name,
      email: `${role}@${lab.slug}.example`,
    })),
  ),
]

/**
 * @param publicUrl the address at the start of patients' links
 * @param linkBirthday opens the demo's link; undefined when the link no longer works
 */
export const describeSignIns = (publicUrl: string, linkBirthday: string | undefined): string => {
  const rows = signIns().map((row) => ({ ...row, password: DEMO_PASSWORD }))
  const width = (key: 'role' | 'lab' | 'email') => Math.max(key.length, ...rows.map((row) => row[key].length))
  const line = (row: (typeof rows)[number]) =>
    `  ${row.role.padEnd(width('role'))}  ${row.lab.padEnd(width('lab'))}  ${row.email.padEnd(width('email'))}  ${row.password}`
  return [
    '\nSign in as any demo user:\n',
    ...[{ role: 'Role', lab: 'Lab', email: 'Email', password: 'Password' }, ...rows].map(line),
    ...(linkBirthday === undefined
      ? []
      : [
          `\nA link that a patient received, with the date of birth ${linkBirthday}:\n\n  ${publicUrl}/r/${DEMO_LINK_TOKEN}`,
        ]),
    '',
  ].join('\n')
}
