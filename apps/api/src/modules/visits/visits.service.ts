import {
  NO_VISIT,
  VALIDATION,
  visitProblems,
  type Pagination,
  type PublishReport,
  type Visit,
  type VisitFields,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict, forbidden, invalidField, notFound, refusedField } from '../../core/app-error.ts'
import { callerCan, labScopeOf, type Caller, type Actor } from '../../core/caller.ts'
import { readPage } from '../../core/pagination.ts'
import { isForeignKeyViolation, type Queryable } from '../../platform/database/database.ts'
import { runIdempotent } from '../idempotency/idempotency.service.ts'
import type { PatientService } from '../patients/directory/patients.service.ts'
import { lockPatientRecord } from '../patients/record/lock-patient.ts'
import { isReferrerOf } from './referrers.repository.ts'
import { expectVisitsOn } from './referrers.service.ts'
import { findVisitSettings, type VisitPorts } from './visit-settings.service.ts'
import type { TurnaroundService } from './turnaround/turnaround.service.ts'
import {
  countVisitsOfPatient,
  EMPTY_VISIT,
  findPatientOfVisit,
  findVisit,
  findVisitAwaiting,
  findVisitsOfPatient,
  insertVisit,
  linkReports,
  lockVisit,
  markCanceled,
  replaceExpectedTypes,
  unlinkOtherReports,
  updateVisit,
  type LockedVisit,
  type StoredVisit,
} from './visits.repository.ts'
import { recordActivity } from '../activity/activity.service.ts'

interface PageQuery {
  page: number
  limit: number
}

/** The stored fields after a change; absent fields stay. */
const changedVisit = (stored: StoredVisit, fields: VisitFields, by: number, now: Date): StoredVisit => {
  const { reportTypeIds: _, reportIds: __, ...values } = fields
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const visit: StoredVisit = { ...stored, ...given }
  if (values.referrerId !== undefined) visit.isReferrerCertain = values.referrerId !== null
  if (visit.payment !== 'waived') visit.waiverReason = null
  if (visit.payment === stored.payment && visit.waiverReason === stored.waiverReason) return visit
  return { ...visit, paymentBy: by, paymentAt: now.toISOString() }
}

/** A patient at the counter is received now, unless another time is given or the visit is entered afterwards. */
const receivedNow = ({ collectedAt, promisedAt, ...visit }: StoredVisit, now: Date): StoredVisit => {
  const at = Math.max(now.getTime(), Date.parse(collectedAt ?? '') || 0)
  const isPast = promisedAt !== null && Date.parse(promisedAt) < at
  return { ...visit, collectedAt, promisedAt, receivedAt: isPast ? null : new Date(at).toISOString() }
}

export const createVisitService = ({
  database,
  clock,
  patients,
  turnaround,
  enqueueSending,
}: Pick<Context, 'database' | 'clock'> &
  Pick<VisitPorts, 'enqueueSending'> & { patients: PatientService; turnaround: TurnaroundService }) => {
  const find = async (caller: Caller, id: number): Promise<Visit> => {
    const visit = await findVisit(labScopeOf(caller), database, id, clock.now())
    if (!visit) throw notFound('VISIT_NOT_FOUND')
    return visit
  }

  const checkFields = async (
    tx: Queryable,
    caller: Caller,
    labId: number,
    { stored, visit }: { stored: StoredVisit; visit: StoredVisit },
  ): Promise<void> => {
    const isWaiving =
      visit.payment === 'waived' &&
      (stored.payment !== 'waived' || stored.waiverReason !== visit.waiverReason)
    if (isWaiving && !callerCan(caller, 'visits:waive')) throw forbidden()
    const [problem] = visitProblems(visit, clock.now())
    if (problem) throw invalidField(problem.path, problem.message)
    if (
      visit.referrerId !== null &&
      visit.referrerId !== stored.referrerId &&
      !(await isReferrerOf(tx, labId, visit.referrerId))
    )
      throw invalidField('referrerId', VALIDATION.referrer)
  }

  const setParts = async (
    tx: Queryable,
    visit: Pick<LockedVisit, 'id' | 'patientId'>,
    { reportTypeIds, reportIds }: VisitFields,
  ): Promise<void> => {
    if (reportTypeIds)
      await replaceExpectedTypes(tx, visit.id, reportTypeIds).catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? invalidField('reportTypeIds', VALIDATION.reportType) : error
      })
    if (!reportIds) return
    const wanted = [...new Set(reportIds)]
    await unlinkOtherReports(tx, visit.id, wanted)
    if ((await linkReports(tx, visit, wanted)) !== wanted.length)
      throw invalidField('reportIds', VALIDATION.visitReport)
  }

  /** Locks the patient before the visit. */
  const lockInScope = async (tx: Queryable, caller: Caller, id: number): Promise<LockedVisit> => {
    const scope = labScopeOf(caller)
    const patientId = await findPatientOfVisit(scope, tx, id)
    if (patientId === undefined) throw notFound('VISIT_NOT_FOUND')
    await lockPatientRecord(tx, caller, patientId)
    const visit = await lockVisit(scope, tx, id)
    // Moved by a merge meanwhile.
    if (visit?.patientId !== patientId) throw conflict('RECORD_CHANGED')
    await expectVisitsOn(tx, visit.labId)
    return visit
  }

  return {
    async listOfPatient(
      caller: Caller,
      idInPath: number,
      query: PageQuery,
    ): Promise<{ data: Visit[]; pagination: Pagination; lab: { id: number; usesVisits: boolean } }> {
      const { id } = await patients.find(caller, idInPath)
      const labId = await patients.findLab(caller, id)
      const { isOn } = await findVisitSettings(database, labId)
      const lab = { id: labId, usesVisits: isOn }
      const now = clock.now()
      if (!isOn) return { ...(await readPage(query, Promise.resolve(0), () => Promise.resolve([]))), lab }
      const page = await readPage(query, countVisitsOfPatient(database, id), (part) =>
        findVisitsOfPatient(database, id, { ...part, now }),
      )
      return { ...page, lab }
    },

    async add(caller: Caller, idInPath: number, fields: VisitFields): Promise<Visit> {
      const { id: patientId } = await patients.find(caller, idInPath)
      const id = await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const { labId } = await lockPatientRecord(tx, caller, patientId)
          return this.addIn(tx, caller, { patientId, labId }, fields)
        }),
      )
      return find(caller, id)
    },

    async addIn(
      tx: Queryable,
      caller: Caller,
      { patientId, labId }: { patientId: number; labId: number },
      fields: VisitFields,
    ): Promise<number> {
      await expectVisitsOn(tx, labId)
      const now = clock.now()
      const given = changedVisit(EMPTY_VISIT, fields, caller.user.id, now)
      const visit = fields.receivedAt === undefined ? receivedNow(given, now) : given
      await checkFields(tx, caller, labId, { stored: EMPTY_VISIT, visit })
      const id = await insertVisit(tx, { ...visit, patientId, labId, createdBy: caller.user.id })
      await setParts(tx, { id, patientId }, fields)
      if (fields.reportTypeIds?.length) await turnaround.setTargetsOf(tx, { id, labId })
      await recordVisit(tx, caller, { id, patientId, labId }, { action: 'visit.create', what: 'Added' })
      return id
    },

    async update(
      caller: Caller,
      id: number,
      { updatedAt, ...fields }: VisitFields & { updatedAt?: string | undefined },
    ): Promise<Visit> {
      const change = async (tx: Queryable): Promise<number> => {
        const stored = await lockInScope(tx, caller, id)
        if (stored.isCanceled) throw conflict('VISIT_CANCELED')
        if (updatedAt !== undefined && new Date(updatedAt).getTime() !== new Date(stored.updatedAt).getTime())
          throw conflict('RECORD_CHANGED')
        const { id: _, labId, patientId: __, updatedAt: ___, isCanceled: ____, ...before } = stored
        const visit = changedVisit(before, fields, caller.user.id, clock.now())
        await checkFields(tx, caller, labId, { stored: before, visit })
        await updateVisit(tx, id, visit)
        await setParts(tx, stored, fields)
        const { reportTypeIds, collectedAt, receivedAt } = fields
        if ([reportTypeIds, collectedAt, receivedAt].some((value) => value !== undefined))
          await turnaround.setTargetsOf(tx, { id, labId })
        if (before.payment === 'due') await enqueueSending(tx, caller.requestId)
        const payment = visit.payment === before.payment ? '' : `payment ${visit.payment}, `
        await recordVisit(tx, caller, stored, { action: 'visit.update', what: `Changed ${payment}`.trim() })
        return id
      }
      await database.transaction((tx) => runIdempotent(tx, caller, () => change(tx)))
      return find(caller, id)
    },

    async cancel(caller: Caller, id: number): Promise<Visit> {
      await database.transaction((tx) =>
        runIdempotent(tx, caller, async () => {
          const visit = await lockInScope(tx, caller, id)
          if (visit.isCanceled) throw conflict('VISIT_CANCELED')
          await unlinkOtherReports(tx, id, [])
          await markCanceled(tx, id, caller.user.id)
          if (visit.payment === 'due') await enqueueSending(tx, caller.requestId)
          await recordVisit(tx, caller, visit, { action: 'visit.cancel', what: 'Canceled' })
          return id
        }),
      )
      return find(caller, id)
    },

    /** The chosen visit, otherwise the only one that awaits the type. The patient is locked. */
    async ofReport(
      tx: Queryable,
      caller: Caller,
      { patientId, reportTypeId, visitId: id }: Pick<PublishReport, 'patientId' | 'reportTypeId' | 'visitId'>,
    ): Promise<number | undefined> {
      if (id === NO_VISIT) return undefined
      if (id === undefined) return findVisitAwaiting(tx, patientId, reportTypeId)
      const visit = await lockVisit(labScopeOf(caller), tx, id)
      if (visit?.patientId !== patientId || visit.isCanceled) throw refusedField('visitId', 'VISIT_NOT_FOUND')
      await expectVisitsOn(tx, visit.labId)
      return id
    },
  }
}
export type VisitService = ReturnType<typeof createVisitService>

export const recordVisit = (
  tx: Queryable,
  caller: Actor,
  { id, patientId, labId }: Pick<LockedVisit, 'id' | 'patientId' | 'labId'>,
  {
    action,
    what,
    to,
  }: { action: 'visit.create' | 'visit.update' | 'visit.cancel'; what: string; to?: string },
): Promise<void> =>
  recordActivity(tx, caller, {
    action,
    object: { type: 'patient', id: patientId },
    labId,
    summary: [`${what} visit #${id} of patient ZL-${patientId}`, to].filter(Boolean).join(' '),
  })
