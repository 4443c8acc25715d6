import type { ActivityEntry } from '@zelab/contract'
import { expect, it } from 'vitest'
import { groupActivity } from './activity-list.tsx'

let id = 100
const entry = (at: string, change: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: id--,
  at: `2026-03-01T${at}Z`,
  actor: { id: 1, fullName: 'Layla Haddad', role: 'Doctor' },
  lab: { id: 1, name: 'Oasis' },
  action: 'patient.view',
  object: null,
  summary: 'Viewed a patient',
  address: '192.0.2.1',
  ...change,
})
const sizes = (...entries: ActivityEntry[]) => groupActivity(entries).map((group) => group.length)

it('groups what one person did in one minute [LOGS-06]', () => {
  expect(sizes(entry('10:05:40'), entry('10:05:20'), entry('10:05:00'), entry('10:04:59'))).toEqual([3, 1])
  expect(groupActivity([])).toEqual([])
})

it('separates people, labs, addresses, and what another person did in between [LOGS-06]', () => {
  const other = { actor: { id: 2, fullName: 'Omar Khalil', role: 'Doctor' } }
  expect(sizes(entry('10:05:40'), entry('10:05:30', other), entry('10:05:20'))).toEqual([1, 1, 1])
  expect(sizes(entry('10:05:40'), entry('10:05:30', { lab: null }))).toEqual([1, 1])
  expect(sizes(entry('10:05:40'), entry('10:05:30', { address: '192.0.2.2' }))).toEqual([1, 1])
  expect(sizes(entry('10:05:40', { actor: null }), entry('10:05:30', { actor: null }))).toEqual([2])
})
