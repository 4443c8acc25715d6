import { expect, it } from 'vitest'
import { changeToSend, type ReportState } from './change-to-send.ts'

const told = { isCurrent: true, isSuspended: false, isConfirmed: true }
const ended = { isCurrent: false, isSuspended: false, isConfirmed: true }
const suspended = { isCurrent: false, isSuspended: true, isConfirmed: true }
const maybe = { isCurrent: true, isSuspended: false, isConfirmed: false }

it.each([
  ['current', true, undefined, 'published', 'report.published'],
  ['current', true, undefined, 'amended', 'report.published'],
  ['current', true, undefined, 'restored', 'report.published'],
  ['current', true, maybe, 'amended', 'report.published'],
  ['withdrawn', true, maybe, 'withdrawn', 'report.withdrawn'],
  ['current', false, maybe, 'changed', 'report.removed'],
  ['current', true, told, 'published', 'report.changed'],
  ['current', true, told, 'amended', 'report.amended'],
  ['current', true, told, 'restored', 'report.restored'],
  ['current', true, told, 'changed', 'report.changed'],
  ['current', true, ended, 'restored', 'report.restored'],
  ['current', true, ended, 'amended', 'report.amended'],
  ['current', true, ended, 'changed', 'report.published'],
  ['withdrawn', true, undefined, 'withdrawn', undefined],
  ['withdrawn', true, told, 'withdrawn', 'report.withdrawn'],
  ['withdrawn', true, ended, 'withdrawn', 'report.withdrawn'],
  ['suspended', true, undefined, 'suspended', undefined],
  ['suspended', true, told, 'suspended', 'report.suspended'],
  ['current', false, undefined, 'published', undefined],
  ['current', false, told, 'changed', 'report.removed'],
  ['withdrawn', false, told, 'withdrawn', 'report.removed'],
  ['current', false, ended, 'changed', undefined],
  ['current', true, suspended, 'restored', 'report.restored'],
  ['suspended', false, suspended, 'changed', 'report.removed'],
  ['current', false, suspended, 'restored', 'report.removed'],
] as const)(
  'sends for a %s report, in reach %s, accepted %j, with the change %s: %s [API-OUT-47]',
  (state, isInReach, accepted, change, type) => {
    expect(changeToSend({ state, isInReach, accepted, change, tried: null } satisfies ReportState)).toBe(type)
  },
)

it.each([
  ['current', told, 'report.published', 'report.published'],
  ['current', told, null, 'report.changed'],
  ['current', ended, 'report.restored', 'report.restored'],
  ['withdrawn', told, 'report.published', 'report.withdrawn'],
] as const)(
  'sends for a change of a %s report, accepted %j, that was tried as %s: %s [API-OUT-65]',
  (state, accepted, tried, type) => {
    expect(changeToSend({ state, isInReach: true, accepted, change: 'changed', tried })).toBe(type)
  },
)
