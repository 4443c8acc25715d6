import type { LabProblem, ToDoKind } from '@zelab/contract/dashboard/to-do-kinds'
import { STATES } from '../../../ui/texts.ts'

export const toDo = 'To Do'
export const kinds = 'Kinds of work'
export const viewAll = 'View All'
export const open = 'Open'
export const critical = 'Critical'
export const newReport = 'New'
export const nothingToDo = 'Nothing to do. New work appears here by itself.'
export const markAllAsSeen = 'Mark All as Seen'
export const markedAsSeen = 'Reports to review marked as seen'
export const undo = 'Undo'
export const actionFor = (action: string, name: string) => `${action}: ${name}`

/** Tabs. */
export const KINDS: Readonly<Record<ToDoKind | 'all', string>> = {
  all: 'All',
  critical: 'Critical',
  visit: 'Visits',
  release: 'To release',
  returned: 'Sent back',
  confirm: 'Released alone',
  inbox: 'Inbox',
  payment: 'Payments due',
  report: 'To review',
  lab: 'Labs',
}

/** One of a kind. */
export const ONE: Readonly<Record<ToDoKind, string>> = {
  critical: 'Critical',
  visit: 'Visit',
  release: 'To release',
  returned: 'Sent back',
  confirm: 'Released alone',
  inbox: 'Inbox',
  payment: STATES.paymentDue,
  report: 'Not opened',
  lab: 'Needs attention',
}

export const LATE: Readonly<Record<ToDoKind, string>> = {
  ...ONE,
  visit: 'Late visit',
  release: 'Late release',
  returned: 'Sent back, late',
}

export const ACTIONS: Readonly<Record<ToDoKind, string>> = {
  critical: 'Record Call',
  visit: 'Open Visit',
  release: 'Review',
  returned: 'Correct',
  confirm: 'Confirm',
  inbox: 'Check',
  payment: 'Open Visit',
  report: 'View Report',
  lab: 'Open Lab',
}

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`

export const PROBLEMS: Readonly<Record<LabProblem, (count: number, receiverName: string | null) => string>> =
  {
    critical: counted('late critical result', 'late critical results'),
    release: counted('late release', 'late releases'),
    visit: counted('late visit', 'late visits'),
    source: counted('inbox source does not work', 'inbox sources do not work'),
    receiver: (count, receiverName) =>
      `${receiverName}${count > 1 ? ` and ${count - 1} more` : ''}: reports not accepted`,
  }
