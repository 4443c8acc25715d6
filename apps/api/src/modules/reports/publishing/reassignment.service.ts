import type { AwaitsRelease, ReassignReport, Report } from '@zelab/contract'
import type { ReportPorts } from '../report-ports.ts'
import type { Context } from '../../../core/context.ts'
import { conflict, refusedField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { DatabaseUnavailableError, type Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { PatientService } from '../../patients/directory/patients.service.ts'
import { lockSeenReport } from '../versions/amendment.service.ts'
import { lockPatientsOfMove, type LockedReport } from '../versions/report-lock.repository.ts'
import { withdrawReport } from './withdraw-report.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { ReportService } from '../list/reports.service.ts'
import type { VisitMoveService } from '../../visits/visit-moves.service.ts'
import type { VisitService } from '../../visits/visits.service.ts'
import { insertReport } from '../list/reports.repository.ts'
import {
  findEarlierPublished,
  refuseChangedRule,
  publishIdempotent,
  type Published,
  type UnreleasedService,
} from '../release/unreleased.service.ts'

const visitOf = ({ visitId }: LockedReport): number => {
  if (visitId === null) throw conflict('VISIT_NOT_MOVED')
  return visitId
}

export const createReassignmentService = ({
  database,
  patients,
  files,
  reports,
  visits,
  visitMoves,
  unreleased,
  assignCode,
}: Pick<Context, 'database'> &
  Pick<ReportPorts, 'assignCode'> & {
    patients: PatientService
    files: ReportFileService
    reports: ReportService
    visits: Pick<VisitService, 'ofReport'>
    visitMoves: VisitMoveService
    unreleased: UnreleasedService
  }) => {
  const lockWrongReport = async (
    tx: Queryable,
    caller: Caller,
    reportId: number,
    { patientId, version, sha256 }: ReassignReport,
  ) => {
    const wrong = await lockSeenReport(tx, caller, reportId, { version, sha256 })
    if (wrong.patientId === patientId) throw refusedField('patientId', 'SAME_PATIENT')
    return wrong
  }

  const exchangeReports = async (
    tx: Queryable,
    caller: Caller,
    reportId: number,
    right: ReassignReport,
    copyName: string,
  ): Promise<Published> => {
    const { patientId, note } = right
    await lockPatientsOfMove(tx, reportId, patientId)
    await patients.lockPatient(tx, caller, patientId)
    const wrong = await lockWrongReport(tx, caller, reportId, right)
    const { reportTypeId, title, remark } = wrong
    const move = right.moveVisit ? { visitId: visitOf(wrong), reportId, reportTypeId, patientId } : undefined
    if (move) await visitMoves.expectMovable(tx, caller, move)
    await withdrawReport(tx, caller, reportId, { reason: 'wrong-patient', note })
    const fileId = await files.attachCopy(tx, caller, copyName, wrong.file)
    const copy = { patientId, reportTypeId, title, remark, fileId, republishedFrom: reportId }
    const isReleaseNeeded = await unreleased.isNeeded(tx, { patientId, typeIds: [reportTypeId] })
    // With two persons, the visit moves with the release.
    const movesVisitId = isReleaseNeeded ? move?.visitId : undefined
    const visitId = !move
      ? await visits.ofReport(tx, caller, { patientId, reportTypeId })
      : isReleaseNeeded
        ? undefined
        : await visitMoves.moveIn(tx, caller, move)
    if (isReleaseNeeded)
      return unreleased.add(
        tx,
        { caller, actor: caller },
        { ...copy, visitId, movesVisitId, sha256: wrong.file.sha256 },
      )
    const report = { ...copy, visitId }
    await files.queueDrawing(tx, caller, copyName)
    const labId = caller.user.lab?.id ?? null
    const id = await insertReport(tx, { ...report, labId, uploadedBy: caller.user.id }).catch(
      refuseChangedRule,
    )
    await assignCode(tx, { reportId: id, version: 1 })
    await recordActivity(tx, caller, {
      action: 'report.republish',
      object: { type: 'report', id },
      summary: `Published report #${id} for patient ZL-${patientId} in place of report #${reportId}`,
    })
    return { reportId: id }
  }

  const answerOf = (caller: Caller, published: Published): Promise<Report | AwaitsRelease> | AwaitsRelease =>
    'unreleasedId' in published ? published : reports.find(caller, published.reportId)

  return {
    /**
     * Withdraws the wrong patient's report and publishes a copy of its file in one transaction. The withdrawn report
     * keeps its file.
     */
    async reassign(caller: Caller, reportId: number, right: ReassignReport): Promise<Report | AwaitsRelease> {
      const earlier = await findEarlierPublished(database, caller)
      if (earlier) return answerOf(caller, earlier)
      const { file } = await database.transaction((tx) => lockWrongReport(tx, caller, reportId, right))
      await patients.find(caller, right.patientId)
      const name = await files.copy(file)
      const published = await database
        .transaction((tx) =>
          publishIdempotent(tx, caller, () => exchangeReports(tx, caller, reportId, right, name)),
        )
        .catch(async (error: unknown) => {
          // After a failed commit, the row may exist and need the file.
          if (!(error instanceof DatabaseUnavailableError)) await files.removeCopy(name)
          throw error
        })
      return answerOf(caller, published)
    },
  }
}
export type ReassignmentService = ReturnType<typeof createReassignmentService>
