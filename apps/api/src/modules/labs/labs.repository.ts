import type { Lab } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/lab-condition.ts'
import { labs } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

export interface LabFields {
  name: string
  line1: string
  city: string
  email: string | null
}

const labRow = z.object({
  id: labs.id,
  name: labs.name,
  line1: labs.addressLine1,
  city: labs.city,
  email: labs.email,
  phone: labs.phone,
  createdAt: labs.createdAt,
})

const COLUMNS = 'id, name, address_line1 as line1, city, email, phone, created_at as "createdAt"'

const toLab = (row: RowOf<typeof labRow>): Lab => ({
  id: row.id,
  name: row.name,
  address: { line1: row.line1, city: row.city },
  email: row.email,
  phone: row.phone,
  createdAt: row.createdAt,
})

export const findLabs = async (scope: LabScope, db: Queryable): Promise<Lab[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    labRow,
    `select ${COLUMNS} from labs where ${labCondition(scope, parameters, 'id')} order by lower(name), id`,
    parameters.values,
  )
  return rows.map(toLab)
}

export const findLab = async (scope: LabScope, db: Queryable, id: number): Promise<Lab | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne(
    labRow,
    `select ${COLUMNS} from labs where id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'id')}`,
    parameters.values,
  )
  return row && toLab(row)
}

export const insertLab = async (db: Queryable, lab: LabFields): Promise<Lab> =>
  toLab(
    await db.one(
      labRow,
      `insert into labs (name, address_line1, city, email) values ($1, $2, $3, $4) returning ${COLUMNS}`,
      [lab.name, lab.line1, lab.city, lab.email],
    ),
  )

export const updateLab = async (
  db: Queryable,
  id: number,
  lab: LabFields & { phone: string | null },
): Promise<Lab | undefined> => {
  const row = await db.maybeOne(
    labRow,
    `update labs set name = $2, address_line1 = $3, city = $4, email = $5, phone = $6, updated_at = now()
      where id = $1 returning ${COLUMNS}`,
    [id, lab.name, lab.line1, lab.city, lab.email, lab.phone],
  )
  return row && toLab(row)
}

/** False when there is no such lab; a lab in use fails on its foreign keys. */
export const deleteLab = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.execute('delete from labs where id = $1', [id])) > 0
