import { callerCan, type Caller } from '../../core/caller.ts'

/** Users who may withdraw reports, and users who confirm messages about reports sent in error. */
export const seesWithdrawnReports = (caller: Caller): boolean =>
  callerCan(caller, 'reports:delete') || callerCan(caller, 'reports:confirm-error')
