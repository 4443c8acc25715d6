import type { LegalHold } from '@zelab/contract'
import { z } from 'zod'
import { legalHolds, settings, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const holdRow = z.object({
  ...pick(legalHolds, 'id reason'),
  at: from('h.placed_at', legalHolds.placedAt),
  by: from('p.full_name', users.fullName),
  ...pick(legalHolds, 'liftReason liftedAt'),
  liftedBy: from('l.full_name', users.fullName.nullable()),
})

const toLegalHold = (row: RowOf<typeof holdRow>): LegalHold => ({
  id: row.id,
  reason: row.reason,
  at: row.at,
  by: { fullName: row.by },
  lifted:
    row.liftedAt === null
      ? null
      : { reason: row.liftReason ?? '', at: row.liftedAt, by: { fullName: row.liftedBy ?? '' } },
})

export const findHolds = async (db: Queryable, patientId: number): Promise<LegalHold[]> => {
  const rows = await db.query(
    holdRow,
    `select ${columnsOf(holdRow, 'h')}
       from legal_holds h
       join users p on p.id = h.placed_by
       left join users l on l.id = h.lifted_by
      where h.patient_id = $1
      order by h.id desc`,
    [patientId],
  )
  return rows.map(toLegalHold)
}

const keptUntilRow = z.object({ keptUntil: z.string().nullable(), retentionYears: settings.retentionYears })

/** A plain date in `zone`, or null without a report. Includes withdrawn reports. */
export const findRetainedUntil = (
  db: Queryable,
  patientId: number,
  zone: string,
): Promise<{ keptUntil: string | null; retentionYears: number }> =>
  db.one(
    keptUntilRow,
    `select ${columnsOf(keptUntilRow, 's', {
      keptUntil: `to_char(
              max(coalesce(r.amended_at, r.created_at)) at time zone $2 + make_interval(years => s.retention_years),
              'YYYY-MM-DD'
            )`,
    })}
       from settings s left join reports r on r.patient_id = $1
      group by s.retention_years`,
    [patientId, zone],
  )

export const isOnHold = (tx: Queryable, patientIds: number[]): Promise<boolean> =>
  tx.exists('select 1 from legal_holds where patient_id = any($1) and lifted_at is null', [patientIds])

export const insertHold = async (
  tx: Queryable,
  hold: { patientId: number; by: number; reason: string },
): Promise<void> => {
  await tx.execute('insert into legal_holds (patient_id, placed_by, reason) values ($1, $2, $3)', [
    hold.patientId,
    hold.by,
    hold.reason,
  ])
}

export const liftHold = async (
  tx: Queryable,
  hold: { patientId: number; by: number; reason: string },
): Promise<void> => {
  await tx.execute(
    `update legal_holds set lifted_at = clock_timestamp(), lifted_by = $2, lift_reason = $3
      where patient_id = $1 and lifted_at is null`,
    [hold.patientId, hold.by, hold.reason],
  )
}
