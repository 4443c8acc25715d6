import type { Context } from '../../../core/context.ts'
import {
  advanceBacklog,
  deleteBacklog,
  findReportsOfConnection,
  findReportsOfType,
  lockBacklog,
  noteChange,
} from './backlog.repository.ts'

const BATCH = 500
/** The next minute continues. */
const MOST_BATCHES = 40

/** Notes changes of many reports in batches: their type became sensitive or not, or a connection lost its reach. */
export const createBacklogService = (
  { database }: Pick<Context, 'database'>,
  { batch = BATCH }: { batch?: number } = {},
) => {
  const workOnNext = (): Promise<boolean> =>
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

  return {
    async run(): Promise<void> {
      for (let done = 0; done < MOST_BATCHES; done++) if (!(await workOnNext())) return
    },
  }
}
