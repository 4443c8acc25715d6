import { REFERRERS_MAX, type Pagination, type Referrer } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict, notFound } from '../../core/app-error.ts'
import { labScopeOf, type Actor, type Caller } from '../../core/caller.ts'
import { readPage } from '../../core/pagination.ts'
import { isUniqueViolation, type Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { runIdempotent } from '../idempotency/idempotency.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import {
  countReferrers,
  findReferrer,
  findReferrerByName,
  findReferrers,
  insertReferrer,
  insertReferrerOnce,
  lockReferrer,
  markArchived,
  updateReferrer,
  type ReferrerChanges,
} from './referrers.repository.ts'
import { findVisitSettings } from './visit-settings.service.ts'

type NewReferrer = Omit<Parameters<typeof insertReferrer>[1], 'labId'>

const refuseTakenName = (error: unknown): never => {
  throw isUniqueViolation(error, 'referrers_name_key') ? conflict('REFERRER_NAME_TAKEN', 'name') : error
}

/** Requires a lab that uses visits. */
export const expectVisitsOn = async (db: Queryable, labId: number): Promise<void> => {
  if (!(await findVisitSettings(db, labId)).isOn) throw conflict('VISITS_OFF')
}

const record = (
  tx: Queryable,
  caller: Actor,
  { id, labId, name }: { id: number; labId: number; name: string },
  what: string,
): Promise<void> =>
  recordActivity(tx, caller, {
    action: 'referrer.change',
    object: { type: 'lab', id: labId },
    labId,
    summary: `${what} the referrer ${name} (#${id})`,
  })

/** Finds or adds the referrer that a sender names. Undefined when the lab has the most referrers allowed. */
export const findOrAddReferrer = async (
  tx: Queryable,
  actor: Actor,
  labId: number,
  name: string,
): Promise<number | undefined> => {
  const known = await findReferrerByName(tx, labId, name)
  if (known !== undefined) return known
  if ((await countReferrers(tx, { labId })) >= REFERRERS_MAX) return undefined
  const id = await insertReferrerOnce(tx, { labId, kind: 'doctor', name })
  if (id === undefined) return findReferrerByName(tx, labId, name)
  await record(tx, actor, { id, labId, name }, 'Added')
  return id
}

export const createReferrerService = ({
  database,
  labs,
}: Pick<Context, 'database'> & { labs: LabService }) => {
  const find = async (caller: Caller, id: number): Promise<Referrer> => {
    const referrer = await findReferrer(labScopeOf(caller), database, id)
    if (!referrer) throw notFound('REFERRER_NOT_FOUND')
    return referrer
  }

  const change = async (
    caller: Caller,
    id: number,
    what: string,
    work: (tx: Queryable) => Promise<void>,
  ): Promise<Referrer> => {
    await database
      .transaction(async (tx) => {
        const referrer = await lockReferrer(labScopeOf(caller), tx, id)
        if (!referrer) throw notFound('REFERRER_NOT_FOUND')
        await expectVisitsOn(tx, referrer.labId)
        await work(tx)
        await record(tx, caller, referrer, what)
      })
      .catch(refuseTakenName)
    return find(caller, id)
  }

  return {
    async list(
      caller: Caller,
      labId: number,
      {
        search,
        kind,
        ...query
      }: { search: string; kind?: Referrer['kind'] | undefined; page: number; limit: number },
    ): Promise<{ data: Referrer[]; pagination: Pagination }> {
      await labs.get(caller, labId)
      const wanted = { labId, search, kind }
      return readPage(query, countReferrers(database, wanted), (page) =>
        findReferrers(database, wanted, page),
      )
    },

    async add(caller: Caller, labId: number, fields: NewReferrer): Promise<Referrer> {
      await labs.get(caller, labId)
      const id = await database
        .transaction((tx) =>
          runIdempotent(tx, caller, async () => {
            await expectVisitsOn(tx, labId)
            if ((await countReferrers(tx, { labId })) >= REFERRERS_MAX) throw conflict('REFERRER_LIMIT')
            const newId = await insertReferrer(tx, { ...fields, labId })
            await record(tx, caller, { id: newId, labId, name: fields.name }, 'Added')
            return newId
          }),
        )
        .catch(refuseTakenName)
      return find(caller, id)
    },

    update: (caller: Caller, id: number, changes: ReferrerChanges): Promise<Referrer> =>
      change(caller, id, 'Changed', (tx) => updateReferrer(tx, id, changes)),

    archive: (caller: Caller, id: number): Promise<Referrer> =>
      change(caller, id, 'Archived', (tx) => markArchived(tx, id)),
  }
}
export type ReferrerService = ReturnType<typeof createReferrerService>
