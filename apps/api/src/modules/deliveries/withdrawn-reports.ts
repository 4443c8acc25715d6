import { callerCan, type Caller } from '../../core/caller.ts'

/** Users who may withdraw reports see withdrawn ones, and so do those who confirm that one was sent in error. */
export const seesWithdrawnReports = (caller: Caller): boolean =>
  callerCan(caller, 'reports:delete') || callerCan(caller, 'reports:confirm-error')
