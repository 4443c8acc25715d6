import {
  CALLS_MAX,
  criticalCallProblems,
  isCallBefore,
  VALIDATION,
  type CallOutcome,
  type CriticalCallFields,
} from '@zelab/contract'
import { conflict, invalidField } from '../../core/app-error.ts'
import type { LockedResult } from './critical-results.repository.ts'

export const OUTCOMES: Record<CallOutcome, string> = {
  'read-back': 'read back',
  reached: 'reached without read-back',
  voicemail: 'voicemail',
  'not-reached': 'not reached',
  'wrong-number': 'wrong number',
  declined: 'declined',
}

export const checkCall = (call: CriticalCallFields, result: LockedResult, now: Date): void => {
  const [problem] = criticalCallProblems(call, now)
  if (problem) throw invalidField(problem.path, problem.message)
  if (isCallBefore(call, result)) throw invalidField('beganAt', VALIDATION.callBeforeFlag)
  const isLast = result.closing === null && call.outcome !== 'read-back'
  // The last place of an open result is for the call that closes it.
  if (result.callCount >= CALLS_MAX - Number(isLast)) throw conflict('CRITICAL_CALLS_FULL')
}
