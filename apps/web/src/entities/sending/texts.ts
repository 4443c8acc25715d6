import type { ChangeType, SendingState } from '@zelab/contract'
import { pluralize } from '../../lib/format.ts'

export const CHANGES: Record<ChangeType, string> = {
  'report.published': 'Published',
  'report.amended': 'Amended',
  'report.withdrawn': 'Withdrawn',
  'report.suspended': 'Suspended',
  'report.restored': 'Shown again',
  'report.changed': 'Details changed',
  'report.removed': 'Out of reach',
}
export const STATES: Record<SendingState, string> = {
  waiting: 'Waiting',
  done: 'Accepted',
  refused: 'Refused',
  superseded: 'Superseded',
}
export const version = (number: number) => `version ${number}`
export const tries = (count: number) => pluralize(count, 'failed try', 'failed tries')
