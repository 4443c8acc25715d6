/** The simulator's knowledge of the laboratories: every acknowledged action changes it. */

export interface ReportType {
  id: number
  title: string
  loinc: string | null
  isSensitive: boolean
  /** A second person releases its reports. */
  isChecked: boolean
}

export interface User {
  id: number
  name: string
  email: string
  userTypeId: number
}

export interface Lab {
  id: number
  name: string
  /** Its Doctors, whose names are on what they release. */
  staff: Record<'doctor' | 'colleague', User>
  /** Another user, whose role changes. */
  floater: User & { phone: string }
  settings: { adultAge: number; senderName: string | null }
  usesCritical: boolean
  holdsUnpaid: boolean
  linkDays: number
  referrers: Referrer[]
}

export interface Referrer {
  id: number
  kind: 'doctor' | 'clinic'
  name: string
  licenseNumber: string | null
}

export interface Person {
  fullName: string
  dob: string
  gender: 'MALE' | 'FEMALE' | null
  emrId: string | null
  nationalId: string | null
  phone: string
}

export interface Patient extends Person {
  id: number
  lab: Lab
  /** The surviving record. */
  mergedInto: Patient | undefined
  email: string | null
}

export interface Visit {
  id: number
  patient: Patient
  expected: ReportType[]
  referrer: Referrer | undefined
  /** Chosen by staff or found by a license number. */
  isReferrerCertain: boolean
  orderNumber: string | null
  payment: 'unknown' | 'due' | 'paid' | 'waived'
  /** Simulated days. */
  promisedOn: number | undefined
  /** The last day on which a due payment was paid. */
  paidOn: number | undefined
  isCanceled: boolean
}

export interface Version {
  title: string
  type: ReportType
  /** The title of the type when this version was published. */
  typeTitle: string
  sha256: string
  releaser: 'doctor' | 'colleague' | undefined
}

export interface Report {
  id: number
  lab: Lab
  patient: Patient
  visit: Visit | undefined
  versions: Version[]
  isWithdrawn: boolean
  critical: 'never' | 'open' | 'read-back' | 'withdrawn'
  replacedBy: Report | undefined
  /** Time of the last action that changed what outlets show, by this machine's clock. */
  changedAt: number
  /** The same of facts that FHIR does not show. */
  toldAt: number
}

/** Time of the last change that receivers and the feed are told. */
export const lastChangeOf = ({ changedAt, toldAt }: Report): number => Math.max(changedAt, toldAt)

export interface Unreleased {
  id: number
  lab: Lab
  patient: Patient
  visit: Visit | undefined
  revision: number
  version: Version
  state: 'awaiting' | 'returned' | 'released' | 'discarded'
  authors: string[]
  amends: Report | undefined
  replaces: Report | undefined
  isSuspending: boolean
  isCritical: boolean
  /** The visit that moves with the release of a reassigned report. */
  movesVisit: Visit | undefined
}

export interface Merge {
  survivor: Patient
  merged: Patient
  visits: Visit[]
  reports: Report[]
  unreleased: Unreleased[]
  isUndone: boolean
}

/** A link on paper. */
export interface ReportLink {
  token: string
  report: Report
  madeOn: number
}

export interface VisitLink {
  token: string
  visit: Visit
  /** Patient who got it. */
  patient: Patient
  madeOn: number
  isReplaced: boolean
}

/** A file of the inbox. */
export interface Arrival {
  patient: Patient
  way: 'hl7' | 'upload' | 'folder'
  /** As the sender states it. */
  title: string
  fileName: string
  sha256: string
  /** The sender says so. */
  isCritical: boolean
  order: { number: string; referrer: Referrer; stated: string } | undefined
  arrivedOn: number
  isOpen: boolean
}

/** Emails to patients. */
export interface SentMessage {
  report: Report
  email: string
  /** Reason to wait at the time of sending. */
  hold: 'critical' | 'unpaid' | undefined
  sentAt: number
  sentOn: number
}

/** A part of the records that one person at a time works on. */
export interface Share {
  lab: Lab
  patients: Patient[]
  visits: Visit[]
  reports: Report[]
  unreleased: Unreleased[]
  merges: Merge[]
  reportLinks: ReportLink[]
  visitLinks: VisitLink[]
  arrivals: Arrival[]
  messages: SentMessage[]
}

export interface World {
  day: number
  labs: Lab[]
  types: ReportType[]
  shares: Share[]
}

export const newShare = (lab: Lab): Share => ({
  lab,
  ...{ patients: [], visits: [], reports: [], unreleased: [], merges: [], reportLinks: [], visitLinks: [] },
  arrivals: [],
  messages: [],
})

export const everything = <Kind extends keyof Omit<Share, 'lab'>>(
  { shares }: World,
  kind: Kind,
): Share[Kind][number][] => shares.flatMap((share): Share[Kind][number][] => share[kind])

/** Its last version. */
export const newest = ({ versions, id }: Report): Version => {
  const version = versions.at(-1)
  if (!version) throw new Error(`Report ${id} has no version`)
  return version
}
