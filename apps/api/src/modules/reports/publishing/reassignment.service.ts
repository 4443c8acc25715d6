import type { Report } from '@zelab/contract'
import { conflict, refusedField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import {
  DatabaseUnavailableError,
  type Database,
  type Queryable,
} from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientService } from '../../patients/directory/patients.service.ts'
import { findIdempotentResult, runIdempotent } from '../../idempotency/idempotency.service.ts'
import { type AssignCode, lockPublishedReport } from '../versions/amendment.service.ts'
import { withdrawReport } from './withdraw-report.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'
import type { VisitService } from '../../visits/visits.service.ts'
import { insertReport } from '../list/reports.repository.ts'

interface RightPatient {
  patientId: number
  note?: string | undefined
}

interface Deps {
  database: Database
  patients: PatientService
  files: ReportFileService
  reports: ReportService
  visits: Pick<VisitService, 'moveWithReport'>
  assignCode: AssignCode
}

export const createReassignmentService = ({
  database,
  patients,
  files,
  reports,
  visits,
  assignCode,
}: Deps) => {
  const lockWrongReport = async (tx: Queryable, caller: Caller, reportId: number, patientId: number) => {
    const wrong = await lockPublishedReport(tx, caller, reportId)
    if (wrong.patientId === patientId) throw refusedField('patientId', 'SAME_PATIENT')
    return wrong
  }

  const exchangeReports = async (
    tx: Queryable,
    caller: Caller,
    reportId: number,
    { patientId, note }: RightPatient,
    copy: { name: string; ofFileId: number },
  ): Promise<number> => {
    // Patients are locked before reports everywhere, to avoid deadlocks.
    await patients.lockPatient(tx, caller, patientId)
    const wrong = await lockWrongReport(tx, caller, reportId, patientId)
    // The report was amended while the file was copied.
    if (wrong.file.id !== copy.ofFileId) throw conflict('REPORT_CHANGED')
    const visitId = await visits.moveWithReport(tx, { visitId: wrong.visitId, reportId, patientId })
    await withdrawReport(tx, caller, reportId, { reason: 'wrong-patient', note })
    const fileId = await files.attachCopy(tx, caller, copy.name, wrong.file)
    const id = await insertReport(tx, {
      labId: caller.user.lab?.id ?? null,
      patientId,
      reportTypeId: wrong.reportTypeId,
      title: wrong.title,
      remark: wrong.remark,
      fileId,
      uploadedBy: caller.user.id,
      republishedFrom: reportId,
      visitId,
    })
    await assignCode(tx, { reportId: id, version: 1 })
    await recordActivity(tx, caller, {
      action: 'report.republish',
      object: { type: 'report', id },
      summary: `Published report #${id} for patient ZL-${patientId} in place of report #${reportId}`,
    })
    return id
  }

  return {
    /**
     * Withdraws the wrong patient's report and publishes a copy of its file in one transaction. The withdrawn report
     * keeps its file.
     */
    async reassign(caller: Caller, reportId: number, right: RightPatient): Promise<Report> {
      const earlier = await findIdempotentResult(database, caller)
      if (earlier !== undefined) return reports.find(caller, earlier)
      const { file } = await database.transaction((tx) =>
        lockWrongReport(tx, caller, reportId, right.patientId),
      )
      await patients.find(caller, right.patientId)
      const name = await files.copy(file)
      const id = await database
        .transaction((tx) =>
          runIdempotent(tx, caller, () =>
            exchangeReports(tx, caller, reportId, right, { name, ofFileId: file.id }),
          ),
        )
        .catch(async (error: unknown) => {
          // After a failed commit, the row may exist and need the file.
          if (!(error instanceof DatabaseUnavailableError)) await files.removeCopy(name)
          throw error
        })
      return reports.find(caller, id)
    },
  }
}
export type ReassignmentService = ReturnType<typeof createReassignmentService>
