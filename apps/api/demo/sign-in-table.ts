import type { Demo, DemoSignIn } from './demo-data.ts'
import { DEMO_LINK_TOKEN } from './demo-deliveries.ts'

type Say = (text: string) => void

/** @param publicUrl the address at the start of patients' links */
export const showDemo = ({ signIns, linkBirthday }: Demo, publicUrl: string, say: Say): void => {
  const width = (key: keyof DemoSignIn) =>
    Math.max(key.length, ...signIns.map((signIn) => signIn[key].length))
  const line = (row: DemoSignIn) =>
    `  ${row.role.padEnd(width('role'))}  ${row.lab.padEnd(width('lab'))}  ${row.email.padEnd(width('email'))}  ${row.password}`
  say('\nSign in as any demo user:\n')
  say(line({ role: 'Role', lab: 'Lab', email: 'Email', password: 'Password' }))
  for (const signIn of signIns) say(line(signIn))
  if (linkBirthday !== undefined)
    say(
      `\nA link that a patient received, with the date of birth ${linkBirthday}:\n\n  ${publicUrl}/r/${DEMO_LINK_TOKEN}`,
    )
  say('')
}

/** Printed once, when the first Admin is created; a configured password is not repeated. */
export const showFirstAdmin = (
  admin: { email: string; password: string; isGenerated: boolean },
  say: Say,
): void => {
  say('\nThe first Admin was created. Sign in with')
  say(`  Email     ${admin.email}`)
  say(`  Password  ${admin.isGenerated ? admin.password : '(the one in ADMIN_PASSWORD)'}`)
  if (admin.isGenerated) say('  This password is not shown again.')
  say('')
}
