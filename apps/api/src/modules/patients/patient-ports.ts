import type { ConsentChannel, ExpectedVisit, ReportInPatient } from '@zelab/contract'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'

/** Implemented by later modules. */
export interface PatientPorts {
  listReports: (caller: Caller, patientId: number) => Promise<ReportInPatient[]>
  addVisit: (
    tx: Queryable,
    caller: Caller,
    patient: { patientId: number; labId: number },
    visit: ExpectedVisit,
  ) => Promise<number>
  endDeliveries: (
    tx: Queryable,
    ended: { delegateIds: readonly number[]; by: number | null },
  ) => Promise<void>
  /** After a consent was withdrawn. */
  cancelQueued: (
    tx: Queryable,
    withdrawn: { patientId: number; channel: ConsentChannel; by: number },
  ) => Promise<void>
}
