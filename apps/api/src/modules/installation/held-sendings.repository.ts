import type { HeldKind, HeldSending } from '@zelab/contract'
import { heldJobs, heldSendings, installation } from '../../core/tables.gen.ts'
import { columnsOf, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { z } from 'zod'
import { HELD_TASKS, heldOf, heldSendingsRow, type HeldSendings } from './held-tasks.ts'

const sendingRow = z.object(pick(heldSendings, 'kind waiting heldAt'))

export const findHeldSendings = (db: Queryable): Promise<HeldSending[]> =>
  db.query(sendingRow, `select ${columnsOf(sendingRow)} from held_sendings order by kind`)

export const isHeld = (db: Queryable, kind: HeldKind): Promise<boolean> =>
  db.exists('select 1 from held_sendings where kind = $1', [kind], { name: 'is-held' })

const waitingRow = z.object({ waiting: heldSendings.waiting })

/** @returns how many waited, or undefined if the kind is not held */
export const lockHeldSending = async (tx: Queryable, kind: HeldKind): Promise<number | undefined> =>
  (await tx.maybeOne(waitingRow, 'select waiting from held_sendings where kind = $1 for update', [kind]))
    ?.waiting

/** Its held jobs are deleted with it. */
export const deleteHeldSending = async (tx: Queryable, kind: HeldKind): Promise<void> => {
  await tx.execute('delete from held_sendings where kind = $1', [kind])
}

const jobRow = z.object({ id: heldJobs.id })

/** @returns how many were queued */
export const queueHeldJobs = async (tx: Queryable, kind: HeldKind): Promise<number> => {
  const rows = await tx.query(
    jobRow,
    'select id from held_jobs j, enqueue_job(j.task, j.payload, j.max_attempts) where j.kind = $1',
    [kind],
  )
  return rows.length
}

/** Holds what waits, pauses connections, and holds critical results. */
export const holdSendings = async (tx: Queryable): Promise<HeldSendings> =>
  heldOf(await tx.one(heldSendingsRow, 'select hold_sendings($1) as held', [JSON.stringify(HELD_TASKS)]))

const pulseRow = z.object({ pulse: installation.pulse })

export const lockPulse = async (tx: Queryable): Promise<number> =>
  (await tx.one(pulseRow, 'select pulse from installation for update')).pulse

export const savePulse = async (tx: Queryable, pulse: number): Promise<void> => {
  await tx.execute('update installation set pulse = $1', [pulse])
}
