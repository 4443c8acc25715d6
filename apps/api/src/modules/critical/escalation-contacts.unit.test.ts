import { expect, it } from 'vitest'
import { contactsOfStep, type ContactTier } from './escalation-contacts.ts'

const contact = (id: number, tier: ContactTier) => ({ id, tier, channels: ['email' as const] })
const doctor = contact(5, 'doctor')
const admin = contact(9, 'admin')

it('tells those named for each step, and without them the Doctors, then the Admins [CRIT-64]', () => {
  const [near, late] = [contact(1, 'half'), contact(2, 'target')]
  for (const [named, isOverdue, silentSteps, told] of [
    [[near, late], false, 0, [1]],
    [[near, late], true, 0, [1, 2]],
    [[late], false, 0, [2]],
    [[near], true, 0, [1]],
    [[], false, 0, [5]],
    [[near], true, 1, [1, 5]],
    [[near], true, 2, [1, 5, 9]],
    [[contact(5, 'half')], true, 1, [5]],
  ] as const)
    expect(
      contactsOfStep([...named, doctor, admin], { isOverdue, silentSteps }).map(({ id }) => id),
      JSON.stringify([named, isOverdue, silentSteps]),
    ).toEqual(told)
  expect(contactsOfStep([admin], { isOverdue: false, silentSteps: 0 })).toEqual([admin])
})
