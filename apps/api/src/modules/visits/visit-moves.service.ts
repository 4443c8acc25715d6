import { REFUSAL } from '@zelab/contract'
import { AppError, conflict } from '../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { findMoveBlockers, moveVisit } from './visit-moves.repository.ts'
import { findVisitSettings, type VisitPorts } from './visit-settings.service.ts'
import { lockVisit, type LockedVisit } from './visits.repository.ts'
import { recordVisit } from './visits.service.ts'

export interface VisitMove {
  visitId: number
  /** The report that leaves its patient. */
  reportId: number
  reportTypeId: number
  /** The other patient. */
  patientId: number
}

const moveProblem = (
  { visitId, patientId }: VisitMove,
  {
    otherReportId,
    unreleasedId,
    awaitingVisitId,
    isOfOtherLab,
    isOfOtherPatient,
  }: Awaited<ReturnType<typeof findMoveBlockers>>,
): string | undefined => {
  if (isOfOtherLab || isOfOtherPatient) return REFUSAL.VISIT_NOT_MOVED
  if (awaitingVisitId !== null)
    return `Visit #${visitId} cannot be moved: patient ZL-${patientId} has visit #${awaitingVisitId}, which awaits this report`
  if (otherReportId !== null) return `Visit #${visitId} cannot be moved: it also has report #${otherReportId}`
  if (unreleasedId !== null)
    return `Visit #${visitId} cannot be moved: it also has report A-${unreleasedId}, which awaits release`
  return undefined
}

/** Visits whose order was for the wrong patient. */
export const createVisitMoveService = ({ endVisitLink }: Pick<VisitPorts, 'endVisitLink'>) => {
  /**
   * Refuses to move a visit that has other reports, or to a patient who has a visit for the report. Undefined for a
   * canceled visit.
   */
  const findMovable = async (
    tx: Queryable,
    caller: Caller,
    move: VisitMove,
  ): Promise<LockedVisit | undefined> => {
    const visit = await lockVisit(labScopeOf(caller), tx, move.visitId)
    if (!visit || visit.isCanceled || !(await findVisitSettings(tx, visit.labId)).isOn) return undefined
    // Their records were merged meanwhile.
    if (visit.patientId === move.patientId) return visit
    const blockers = await findMoveBlockers(tx, move)
    const problem = moveProblem(move, blockers)
    if (problem) throw new AppError('CONFLICT', 'VISIT_NOT_MOVED', { message: problem })
    return visit
  }

  return {
    async expectMovable(tx: Queryable, caller: Caller, move: VisitMove): Promise<void> {
      if (!(await findMovable(tx, caller, move))) throw conflict('VISIT_NOT_MOVED')
    },

    /** Moves the visit of a withdrawn report to the patient of its copy, who is locked. Undefined for a canceled visit. */
    async moveIn(tx: Queryable, caller: Caller, move: VisitMove): Promise<number | undefined> {
      const visit = await findMovable(tx, caller, move)
      if (!visit || visit.patientId === move.patientId) return visit?.id
      const { visitId, patientId } = move
      await moveVisit(tx, { visitId, patientId })
      await endVisitLink(tx, caller, { visitId, labId: visit.labId, patientId })
      await recordVisit(tx, caller, visit, {
        action: 'visit.update',
        what: 'Moved',
        to: `to patient ZL-${patientId}`,
      })
      return visitId
    },
  }
}
export type VisitMoveService = ReturnType<typeof createVisitMoveService>
