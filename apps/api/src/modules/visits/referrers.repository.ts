import type { Referrer } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { referrers } from '../../core/tables.gen.ts'
import {
  assignments,
  columnsOf,
  from,
  insertion,
  pick,
  type Changes,
  type NewRecord,
} from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

const referrerFields = z.object(pick(referrers, 'kind name phone email licenseNumber note'))
export type ReferrerChanges = Changes<typeof referrerFields>
const newReferrerRow = referrerFields.extend({ labId: referrers.labId })

const referrerRow = referrerFields.extend({
  id: referrers.id,
  isArchived: from('archived_at is not null', z.boolean()),
})
const COLUMNS = columnsOf(referrerRow)

interface Search {
  labId: number
  search?: string
  kind?: Referrer['kind'] | undefined
}

// Bounded by the number of referrers that a lab can have.
const FOUND = `lab_id = $1 and archived_at is null and strpos(folded_name, fold_text($2)) > 0
  and ($3::text is null or kind = $3)`
const valuesOf = ({ labId, search = '', kind }: Search) => [labId, search, kind ?? null]

export const countReferrers = (db: Queryable, wanted: Search): Promise<number> =>
  db.countRows(`select count(*) from referrers where ${FOUND}`, valuesOf(wanted))

export const findReferrers = (
  db: Queryable,
  wanted: Search,
  { limit, offset }: { limit: number; offset: number },
): Promise<Referrer[]> =>
  db.query(
    referrerRow,
    `select ${COLUMNS} from referrers where ${FOUND} order by folded_name, id limit $4 offset $5`,
    [...valuesOf(wanted), limit, offset],
  )

export const findReferrer = (scope: LabScope, db: Queryable, id: number): Promise<Referrer | undefined> =>
  db.maybeOne(
    referrerRow,
    (parameters) => `select ${COLUMNS} from referrers
      where id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'lab_id')}`,
  )

const lockedRow = z.object({ id: referrers.id, labId: referrers.labId, name: referrers.name })

export const lockReferrer = (scope: LabScope, tx: Queryable, id: number) =>
  tx.maybeOne(
    lockedRow,
    (parameters) => `select ${columnsOf(lockedRow)} from referrers
      where id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'lab_id')} for no key update`,
  )

/** Archived ones count too, so that a visit keeps its referrer when it is edited. */
export const isReferrerOf = (tx: Queryable, labId: number, id: number): Promise<boolean> =>
  tx.exists('select 1 from referrers where id = $1 and lab_id = $2 for key share', [id, labId])

export const findReferrerByName = async (
  tx: Queryable,
  labId: number,
  name: string,
): Promise<number | undefined> => {
  const text =
    'select id from referrers where lab_id = $1 and folded_name = fold_text($2) and archived_at is null'
  return (await tx.maybeOne(idRow, text, [labId, name]))?.id
}

/** Undefined if several have the number. */
export const findReferrerByLicense = async (
  tx: Queryable,
  labId: number,
  license: string,
): Promise<number | undefined> => {
  const text = `select id from referrers
                 where lab_id = $1 and lower(license_number) = lower($2) and archived_at is null limit 2`
  const found = await tx.query(idRow, text, [labId, license])
  return found.length === 1 ? found[0]?.id : undefined
}

export const insertReferrer = (tx: Queryable, referrer: NewRecord<typeof newReferrerRow>): Promise<number> =>
  tx.insertedId(
    (parameters) => `insert into referrers ${insertion(newReferrerRow, referrer, parameters)} returning id`,
  )

/** Undefined if a concurrent transaction has added the name. */
export const insertReferrerOnce = async (
  tx: Queryable,
  referrer: NewRecord<typeof newReferrerRow>,
): Promise<number | undefined> => {
  const parameters = new SqlParameters()
  const added = insertion(newReferrerRow, referrer, parameters)
  const text = `insert into referrers ${added} on conflict do nothing returning id`
  return (await tx.maybeOne(idRow, text, parameters.values))?.id
}

export const updateReferrer = async (tx: Queryable, id: number, changes: ReferrerChanges): Promise<void> => {
  await tx.execute(
    (parameters) =>
      `update referrers set ${assignments(referrerFields, changes, parameters)} where id = ${parameters.add(id)}`,
  )
}

export const markArchived = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute('update referrers set archived_at = coalesce(archived_at, now()) where id = $1', [id])
}
