import type { Lab } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { labs, signInProviders } from '../../core/tables.gen.ts'
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
import type { RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const labsTables: Tables = {
  labs: { changes: 'name address_line1 city email phone updated_at', removes: true },
}

const labFields = z.object(pick(labs, 'name addressLine1 city email phone'))
export type NewLab = NewRecord<typeof labFields>
export type LabChanges = Changes<typeof labFields>

const labRow = labFields.extend({ id: labs.id, createdAt: labs.createdAt, updatedAt: labs.updatedAt })
const COLUMNS = columnsOf(labRow)

const listedLabRow = labRow.extend({
  usesTwoPersons: from(
    "exists (select 1 from lab_release_settings t where t.lab_id = labs.id and t.two_persons <> 'none')",
    z.boolean(),
  ),
  usesCriticalResults: from(
    'exists (select 1 from lab_critical_settings s where s.lab_id = labs.id and s.is_on)',
    z.boolean(),
  ),
  usesVisits: from(
    'exists (select 1 from lab_visit_settings s where s.lab_id = labs.id and s.is_on)',
    z.boolean(),
  ),
})

const toLab = ({ addressLine1, city, ...lab }: RowOf<typeof labRow>): Lab => ({
  ...lab,
  address: { line1: addressLine1, city },
})

export const findLabs = async (scope: LabScope, db: Queryable): Promise<Lab[]> => {
  const rows = await db.query(
    listedLabRow,
    (parameters) =>
      `select ${columnsOf(listedLabRow)} from labs where ${labCondition(scope, parameters, 'id')} order by lower(name), id`,
  )
  return rows.map(({ usesCriticalResults, usesVisits, usesTwoPersons, ...lab }) => ({
    ...toLab(lab),
    ...(usesCriticalResults && { usesCriticalResults }),
    ...(usesVisits && { usesVisits }),
    ...(usesTwoPersons && { usesTwoPersons }),
  }))
}

export const findLab = async (scope: LabScope, db: Queryable, id: number): Promise<Lab | undefined> => {
  const row = await db.maybeOne(
    labRow,
    (parameters) =>
      `select ${COLUMNS} from labs where id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'id')}`,
  )
  return row && toLab(row)
}

export const insertLab = async (db: Queryable, lab: NewLab): Promise<Lab> => {
  const parameters = new SqlParameters()
  const text = `insert into labs ${insertion(labFields, lab, parameters)} returning ${COLUMNS}`
  return toLab(await db.one(labRow, text, parameters.values))
}

/** Prevents other changes of the lab. */
export const lockLab = async (tx: Queryable, id: number): Promise<Lab | undefined> => {
  const row = await tx.maybeOne(labRow, `select ${COLUMNS} from labs where id = $1 for no key update`, [id])
  return row && toLab(row)
}

export const updateLab = async (db: Queryable, id: number, changes: LabChanges): Promise<Lab | undefined> => {
  const row = await db.maybeOne(
    labRow,
    (parameters) => `update labs set ${assignments(labFields, changes, parameters, 'updated_at = now()')}
      where id = ${parameters.add(id)} returning ${COLUMNS}`,
  )
  return row && toLab(row)
}

const providerNameRow = z.object({ name: signInProviders.name })

/** They are removed with the lab. */
export const findSignInProviders = async (db: Queryable, labId: number): Promise<string[]> => {
  const rows = await db.query(
    providerNameRow,
    'select name from sign_in_providers where lab_id = $1 order by lower(name), id',
    [labId],
  )
  return rows.map(({ name }) => name)
}

/** False for an unknown lab. A lab in use fails on its foreign keys. */
export const deleteLab = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.execute('delete from labs where id = $1', [id])) > 0
