import type { Context } from '../../../core/context.ts'
import {
  advanceBacklog,
  advanceCorrection,
  deleteBacklog,
  deleteCorrection,
  findNextCorrection,
  findReportsOfConnection,
  findReportsOfType,
  lockBacklog,
  lockCorrectedReports,
  lockCorrection,
  noteChange,
  noteCorrection,
} from './backlog.repository.ts'
import { lockChangesOfLab } from './receivers.repository.ts'

const BATCH = 500
/** For each of the two; the next minute continues. */
const RUN_MS = 20_000

/**
 * Notes changes of many reports in batches: their type became sensitive or not, a connection lost its reach, or what they
 * show of another record was corrected.
 */
export const createBacklogService = (
  { database }: Pick<Context, 'database'>,
  { batch = BATCH }: { batch?: number } = {},
) => {
  /** @returns false if nothing is left */
  const noteReach = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const backlog = await lockBacklog(tx)
      if (!backlog) return false
      const find = backlog.integrationId === null ? findReportsOfType : findReportsOfConnection
      const reports = await find(tx, backlog, batch)
      for (const { id } of reports) await noteChange(tx, id, backlog.wasSensitive)
      const last = reports.at(-1)
      if (!last || reports.length < batch) await deleteBacklog(tx, backlog.id)
      else await advanceBacklog(tx, backlog.id, last.id)
      return true
    })

  const noteCorrections = async (): Promise<boolean> => {
    const next = await findNextCorrection(database)
    if (!next) return false
    // Until every report that was noted with the former fact is committed.
    await database.transaction((tx) => lockChangesOfLab(tx, next.labId))
    return database.transaction(async (tx) => {
      const correction = await lockCorrection(tx, next.id)
      if (!correction) return false
      const reports = await lockCorrectedReports(tx, correction, batch)
      for (const { id } of reports) await noteCorrection(tx, id)
      const last = reports.at(-1)
      if (!last || reports.length < batch) await deleteCorrection(tx, correction.id)
      else await advanceCorrection(tx, correction.id, last.id)
      return true
    })
  }

  return {
    async run(): Promise<void> {
      for (const noteNext of [noteReach, noteCorrections]) {
        const end = performance.now() + RUN_MS
        while (performance.now() < end && (await noteNext()));
      }
    },
  }
}
