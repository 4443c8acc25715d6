import { visitProblems } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict } from '../../core/app-error.ts'
import type { Actor } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { lockPatientAnywhere } from '../patients/record/lock-patient.ts'
import { findReferrerByLicense } from './referrers.repository.ts'
import { findOrAddReferrer } from './referrers.service.ts'
import {
  findReportPlace,
  lockVisitOfOrder,
  lockVisitOfReport,
  lockVisitWithoutOrder,
  readStatedTimes,
  updateStated,
  type FilledVisit,
  type KnownVisit,
} from './stated-visit.repository.ts'
import type { StatedVisit } from './stated-visit.ts'
import type { TurnaroundService } from './turnaround/turnaround.service.ts'
import { findVisitSettings } from './visit-settings.service.ts'
import { EMPTY_VISIT, findVisitAwaiting, insertVisit, linkReports } from './visits.repository.ts'
import { recordVisit } from './visits.service.ts'

interface Place {
  patientId: number
  labId: number
}

const NO_TIMES = { collectedAt: null, receivedAt: null, promisedAt: null }

const contradicts = (known: KnownVisit | undefined) =>
  known !== undefined && (known.isOutside || known.hasOtherReferrer)

/** Visits from orders of a sender. Values that contradict a visit are ignored. */
export const createStatedVisitService = ({
  clock,
  timeZone,
  turnaround,
}: Pick<Context, 'clock' | 'timeZone'> & { turnaround: Pick<TurnaroundService, 'setTargetsOf'> }) => {
  /** Times that the visit lacks. Ignores inconsistent or future times. */
  const newTimes = async (
    tx: Queryable,
    stated: StatedVisit,
    visit: Pick<KnownVisit, 'collectedAt' | 'receivedAt' | 'promisedAt'> & Partial<KnownVisit>,
  ) => {
    const now = clock.now()
    const { collectedDay, receivedDay, today, ...times } = await readStatedTimes(tx, stated, {
      timeZone: await timeZone(),
      now,
    })
    const isCollectedPossible = (collectedDay ?? '') <= today
    const earliestReceipt = (isCollectedPossible && collectedDay) || ''
    const isDayPossible = {
      collected: isCollectedPossible,
      received: receivedDay !== null && receivedDay <= today && receivedDay >= earliestReceipt,
    }
    const filled: FilledVisit = {}
    let checked = {
      ...NO_TIMES,
      collectedAt: visit.collectedAt,
      receivedAt: visit.receivedAt,
      promisedAt: visit.promisedAt,
    }
    // Checked separately: a wrong collection time does not make the receipt wrong.
    for (const name of ['collected', 'received'] as const) {
      const [at, on] = [`${name}At`, `${name}On`] as const
      if (visit[at] !== null) continue
      const next = { ...checked, [at]: times[at] }
      if (times[at] !== null && visitProblems(next, now).length === 0) {
        filled[at] = times[at]
        checked = next
      } else if (times[on] !== null && (visit[on] ?? null) === null && isDayPossible[name])
        filled[on] = times[on]
    }
    return filled
  }

  /** A license number is certain, a name is not. */
  const referrerOf = async (
    tx: Queryable,
    actor: Actor,
    labId: number,
    { referrer, referrerLicense }: StatedVisit,
  ) => {
    const licensed =
      referrerLicense === undefined ? undefined : await findReferrerByLicense(tx, labId, referrerLicense)
    if (licensed !== undefined) return { referrerId: licensed, isReferrerCertain: true }
    const named = referrer === null ? undefined : await findOrAddReferrer(tx, actor, labId, referrer)
    return named === undefined ? {} : { referrerId: named }
  }

  const fill = async (
    tx: Queryable,
    actor: Actor,
    { patientId, labId }: Place,
    visit: KnownVisit,
    stated: StatedVisit,
  ) => {
    const filled = await newTimes(tx, stated, visit)
    if (visit.referrerId === null) Object.assign(filled, await referrerOf(tx, actor, labId, stated))
    if (Object.keys(filled).length === 0) return
    await updateStated(tx, visit.id, filled)
    if (filled.collectedAt ?? filled.receivedAt) await turnaround.setTargetsOf(tx, { id: visit.id, labId })
    await recordVisit(
      tx,
      actor,
      { id: visit.id, patientId, labId },
      { action: 'visit.update', what: 'Changed' },
    )
  }

  const add = async (tx: Queryable, actor: Actor, { patientId, labId }: Place, stated: StatedVisit) => {
    const id = await insertVisit(tx, {
      ...EMPTY_VISIT,
      ...(await newTimes(tx, stated, NO_TIMES)),
      patientId,
      labId,
      ...(await referrerOf(tx, actor, labId, stated)),
      orderKey: stated.orderNumber,
    })
    await recordVisit(tx, actor, { id, patientId, labId }, { action: 'visit.create', what: 'Added' })
    return id
  }

  /** A visit of the counter that awaits the report, and that the order fits. It becomes the order's visit. */
  const takeAwaiting = async (
    tx: Queryable,
    actor: Actor,
    place: Place,
    stated: StatedVisit,
    { reportTypeId }: { reportTypeId: number },
  ): Promise<number | undefined> => {
    const id = await findVisitAwaiting(tx, place.patientId, reportTypeId)
    const visit = id === undefined ? undefined : await lockVisitWithoutOrder(tx, id, stated)
    if (!visit || contradicts(visit)) return undefined
    await updateStated(tx, visit.id, { orderKey: stated.orderNumber })
    await fill(tx, actor, place, visit, stated)
    return visit.id
  }

  /** Undefined for a withdrawn report, and in a lab without visits. */
  const lockReportVisit = async (tx: Queryable, reportId: number, stated: StatedVisit) => {
    const seen = await findReportPlace(tx, reportId)
    if (!seen || !(await findVisitSettings(tx, seen.labId)).isOn) return undefined
    await lockPatientAnywhere(tx, seen.patientId)
    const report = await findReportPlace(tx, reportId)
    // Moved to another patient meanwhile.
    if (report?.patientId !== seen.patientId) return undefined
    const known =
      report.visitId === null
        ? await lockVisitOfOrder(tx, report.patientId, stated)
        : await lockVisitOfReport(tx, report.visitId, stated)
    return { report, known }
  }

  return {
    /**
     * The visit that the sender's order belongs to, the one that awaits its type, or a new one. Undefined for a lab
     * without visits, and when the order number belongs to an earlier visit. The patient is locked.
     * @param isConfirmed true if a user has accepted the contradiction
     */
    async findOrAdd(
      tx: Queryable,
      actor: Actor,
      place: Place,
      { stated, ...report }: { stated: StatedVisit; isConfirmed: boolean; reportTypeId: number },
    ): Promise<number | undefined> {
      if (!(await findVisitSettings(tx, place.labId)).isOn) return undefined
      // The same order may arrive twice at once.
      await lockPatientAnywhere(tx, place.patientId)
      const known = await lockVisitOfOrder(tx, place.patientId, stated)
      if (!known)
        return (await takeAwaiting(tx, actor, place, stated, report)) ?? add(tx, actor, place, stated)
      if (contradicts(known) && !report.isConfirmed) throw conflict('INBOX_VISIT_DIFFERS')
      if (known.isOutside) return undefined
      await fill(tx, actor, place, known, stated)
      return known.id
    },

    compareWithReport: async (tx: Queryable, reportId: number, stated: StatedVisit) => {
      const found = await lockReportVisit(tx, reportId, stated)
      return { differs: found !== undefined && contradicts(found.known) }
    },

    /** Adds missing times to the visit of a published report, unless they contradict it. */
    async addToReport(
      tx: Queryable,
      actor: Actor,
      reportId: number,
      stated: StatedVisit,
    ): Promise<{ differs: boolean }> {
      const found = await lockReportVisit(tx, reportId, stated)
      if (!found) return { differs: false }
      const { known, report } = found
      if (contradicts(known)) return { differs: true }
      if (known) await fill(tx, actor, report, known, stated)
      const id = known?.id ?? (await add(tx, actor, report, stated))
      await linkReports(tx, { id, patientId: report.patientId }, [reportId])
      return { differs: false }
    },
  }
}
export type StatedVisitService = ReturnType<typeof createStatedVisitService>
