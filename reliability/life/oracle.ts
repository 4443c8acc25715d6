import { newest, type Patient, type Report, type ReportType, type Share, type Visit } from './world.ts'

/** Consequences of the records by docs/requirements.tsv. Reads no code of the product. */

export const isOpenAmendment = ({ state }: { state: string }): boolean =>
  state === 'awaiting' || state === 'returned'

const isSuspended = ({ unreleased }: Share, report: Report): boolean =>
  unreleased.some(
    (one) => one.amends === report && one.isSuspending && isOpenAmendment(one) && !report.isWithdrawn,
  )

export const reportsOf = ({ reports }: Share, visit: Visit): Report[] =>
  reports.filter((report) => report.visit === visit && !report.isWithdrawn)

const lacks = (share: Share, visit: Visit, type: ReportType): boolean =>
  !reportsOf(share, visit).some((report) => newest(report).type === type)

export const missingTypes = (share: Share, visit: Visit): ReportType[] =>
  visit.expected.filter((type) => lacks(share, visit, type))

/** VISIT-72, VISIT-74: the only visit that awaits the type. */
export const visitAwaiting = (share: Share, patient: Patient, type: ReportType): Visit | undefined => {
  const found = share.visits.filter(
    (visit) => visit.patient === patient && !visit.isCanceled && missingTypes(share, visit).includes(type),
  )
  return found.length === 1 ? found[0] : undefined
}

export const countAwaiting = (share: Share, patient: Patient, type: ReportType): number =>
  share.visits.filter(
    (visit) => visit.patient === patient && !visit.isCanceled && missingTypes(share, visit).includes(type),
  ).length

/** Patients and visitors see the file of a current report only. */
export const stateOf = (share: Share, report: Report): 'current' | 'suspended' | 'withdrawn' => {
  if (report.isWithdrawn) return 'withdrawn'
  return isSuspended(share, report) ? 'suspended' : 'current'
}

/** VISIT-55: a visit with a suspended report is awaited; it is late only when it lacks one. */
export const visitState = (share: Share, visit: Visit, day: number): string => {
  if (visit.isCanceled) return 'canceled'
  const reports = reportsOf(share, visit)
  if (missingTypes(share, visit).length === 0) {
    if (reports.some((report) => isSuspended(share, report))) return 'awaited'
    return reports.length > 0 || visit.expected.length > 0 ? 'ready' : 'open'
  }
  return visit.promisedOn !== undefined && visit.promisedOn < day ? 'late' : 'awaited'
}

/** Why a link to a report does not open it. PAY-02, CRIT-16: a critical one waits for its call, never for payment. */
export const holdOf = (share: Share, report: Report): 'critical' | 'unpaid' | undefined => {
  if (report.critical === 'open') return 'critical'
  const isUnpaid = share.lab.holdsUnpaid && report.visit?.payment === 'due' && report.critical === 'never'
  return isUnpaid ? 'unpaid' : undefined
}

/** The record that an id leads to. */
export const survivorOf = (patient: Patient): Patient => {
  let found = patient
  while (found.mergedInto) found = found.mergedInto
  return found
}

export interface Reach {
  labId: number
  referrerId?: number
  includesSensitive: boolean
}

/** API-OUT-02: a connection of a referrer reaches the reports of visits that certainly name it. */
export const isInReach = (report: Report, { labId, referrerId, includesSensitive }: Reach): boolean => {
  if (report.lab.id !== labId || (newest(report).type.isSensitive && !includesSensitive)) return false
  if (referrerId === undefined) return true
  const { visit } = report
  return Boolean(visit && !visit.isCanceled && visit.isReferrerCertain && visit.referrer?.id === referrerId)
}

export const fhirStatus = (share: Share, report: Report): string => {
  if (stateOf(share, report) !== 'current') return 'entered-in-error'
  return report.versions.length > 1 ? 'amended' : 'final'
}

/** A4: a link to a visit ends with the lab's days after the later of its making and the promise. */
export const linkEnd = (madeOn: number, promisedOn: number | undefined, linkDays: number): number =>
  Math.max(madeOn, promisedOn ?? 0) + linkDays
