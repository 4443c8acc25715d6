import type { ChangeType } from '@zelab/contract'

export interface ReportState {
  state: 'current' | 'suspended' | 'withdrawn'
  isInReach: boolean
  /** The last accepted state. Unconfirmed: sent without an answer, so the receiver may have the report. */
  accepted: { isCurrent: boolean; isSuspended: boolean; isConfirmed: boolean } | undefined
  /** The change on its way is the newest one of the report. */
  change: 'published' | 'amended' | 'withdrawn' | 'suspended' | 'restored' | 'changed'
  /** The type of an earlier attempt that was not accepted. */
  tried: ChangeType | null
}

const typeOfChange = ({ state, isInReach, accepted, change }: ReportState): ChangeType | undefined => {
  if (!isInReach) return accepted?.isCurrent || accepted?.isSuspended ? 'report.removed' : undefined
  if (state !== 'current') return accepted && `report.${state}`
  if (!accepted?.isConfirmed) return 'report.published'
  if (accepted.isCurrent) return change === 'published' ? 'report.changed' : `report.${change}`
  return change === 'amended' || change === 'restored' ? `report.${change}` : 'report.published'
}

/** After a change that does not make it current, a receiver hides the report. HL7 says so in OBX-11. */
type ChangeKind = { makesCurrent: true } | { makesCurrent: false; resultStatus: 'W' | 'X' | 'D' }

export const CHANGE_KINDS: Record<ChangeType, ChangeKind> = {
  'report.published': { makesCurrent: true },
  'report.amended': { makesCurrent: true },
  'report.changed': { makesCurrent: true },
  'report.restored': { makesCurrent: true },
  'report.withdrawn': { makesCurrent: false, resultStatus: 'W' },
  'report.suspended': { makesCurrent: false, resultStatus: 'X' },
  'report.removed': { makesCurrent: false, resultStatus: 'D' },
}

export const makesCurrent = (type: ChangeType): boolean => CHANGE_KINDS[type].makesCurrent

/** The change to send to this receiver now; undefined if none. A repeated one keeps its type. */
export const changeToSend = (report: ReportState): ChangeType | undefined => {
  const type = typeOfChange(report)
  const { tried } = report
  return type && tried && makesCurrent(type) && makesCurrent(tried) ? tried : type
}
