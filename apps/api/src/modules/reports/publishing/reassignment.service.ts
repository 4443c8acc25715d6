import type { Report } from '@zelab/contract'
import { conflict, refusedField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import {
  DatabaseUnavailableError,
  type Database,
  type Queryable,
} from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientService } from '../../patients/registry/patients.service.ts'
import { findSettledResult, settleOnce } from '../../idempotency/idempotency.service.ts'
import { holdPublished } from '../versions/lock-published-report.ts'
import { withdrawHeldReport } from '../versions/report-lock.repository.ts'
import { insertReportFile } from '../../files/report-files.repository.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ReportReadingService } from '../list/reports.service.ts'
import { insertReport } from '../list/reports.repository.ts'

interface RightPatient {
  patientId: number
  note?: string | undefined
}

export const createRepublishingService = ({
  database,
  patients,
  files,
  reading,
}: {
  database: Database
  patients: PatientService
  files: ReportFileService
  reading: ReportReadingService
}) => {
  const holdWrong = async (tx: Queryable, caller: Caller, reportId: number, patientId: number) => {
    const wrong = await holdPublished(tx, caller, reportId)
    if (wrong.patientId === patientId) throw refusedField('patientId', 'SAME_PATIENT')
    return wrong
  }

  /** Withdraws the one and publishes the other; the copy of the file is there already. */
  const exchange = async (
    tx: Queryable,
    caller: Caller,
    reportId: number,
    { patientId, note }: RightPatient,
    copy: { name: string; ofFileId: number },
  ): Promise<number> => {
    // Patients before reports, as everywhere, so that two changes at once never wait for each other.
    await patients.holdLab(tx, caller, patientId)
    const wrong = await holdWrong(tx, caller, reportId, patientId)
    // Amended while the file was copied.
    if (wrong.file.id !== copy.ofFileId) throw conflict('REPORT_CHANGED')
    await withdrawHeldReport(tx, {
      reportId,
      by: caller.user.id,
      reason: 'wrong-patient',
      note: note ?? null,
    })
    const { originalName, mediaType, sizeBytes, sha256 } = wrong.file
    await files.claimCopy(tx, copy.name)
    const fileId = await insertReportFile(tx, {
      name: copy.name,
      originalName,
      mediaType,
      sizeBytes,
      sha256,
      uploadedBy: caller.user.id,
      identityHints: null,
    })
    const id = await insertReport(tx, {
      labId: caller.user.lab?.id ?? null,
      patientId,
      reportTypeId: wrong.reportTypeId,
      title: wrong.title,
      remark: wrong.remark,
      fileId,
      uploadedBy: caller.user.id,
      republishedFrom: reportId,
    })
    await recordActivity(tx, caller, {
      action: 'report.withdraw',
      object: { type: 'report', id: reportId },
      summary: `Withdrew report #${reportId}: Wrong patient`,
    })
    await recordActivity(tx, caller, {
      action: 'report.republish',
      object: { type: 'report', id },
      summary: `Published report #${id} for patient ZL-${patientId} in place of report #${reportId}`,
    })
    return id
  }

  return {
    /**
     * Withdraws a report that was published for the wrong patient and publishes the same for the right one, with a
     * file of its own: the withdrawn report keeps what it had. Both happen or neither.
     */
    async republish(caller: Caller, reportId: number, right: RightPatient): Promise<Report> {
      const settled = await findSettledResult(database, caller)
      if (settled !== undefined) return reading.find(caller, settled)
      const { file } = await database.transaction((tx) => holdWrong(tx, caller, reportId, right.patientId))
      await patients.find(caller, right.patientId)
      const name = await files.copy(file)
      const id = await database
        .transaction((tx) =>
          settleOnce(tx, caller, () => exchange(tx, caller, reportId, right, { name, ofFileId: file.id })),
        )
        .catch(async (error: unknown) => {
          // When the connection broke during the commit the row may be there: then the file must be, too.
          if (!(error instanceof DatabaseUnavailableError)) await files.discard(name)
          throw error
        })
      return reading.find(caller, id)
    },
  }
}
export type RepublishingService = ReturnType<typeof createRepublishingService>
