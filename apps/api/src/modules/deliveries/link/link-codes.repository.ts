import { z } from 'zod'
import { deliveries, linkCodes } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow, type RowOf } from '../../../platform/database/row-schema.ts'
import { LINK_CODE } from './link-limits.ts'

/** Needs the link's lock. Returns undefined at the hourly or daily limit, which the reports of a visit share. */
export const insertCode = async (tx: Queryable, linkId: number): Promise<number | undefined> => {
  const row = await tx.maybeOne(
    idRow,
    `with links as (
       select l.id from report_links l
        where l.id = $1 or l.slip_id = (select slip_id from report_links where id = $1)
     ), codes as (
       select c.created_at from link_codes c where c.link_id in (select id from links)
     )
     insert into link_codes (link_id)
       select $1 where (select count(*) from codes where created_at > now() - interval '1 hour') < $2
         and (select count(*) from codes where created_at > now() - interval '1 day') < $3
     returning id`,
    [linkId, LINK_CODE.perHour, LINK_CODE.perDay],
  )
  return row?.id
}

const newestCodeRow = z.object({ id: linkCodes.id, hash: linkCodes.codeHash })

/** Only the newest code is valid. The hash is null until the job generates the code. */
export const findUsableCode = (
  db: Queryable,
  linkId: number,
): Promise<RowOf<typeof newestCodeRow> | undefined> =>
  db.maybeOne(
    newestCodeRow,
    `select c.id, c.code_hash as hash
       from (select * from link_codes where link_id = $1 order by id desc limit 1) c
      where c.used_at is null and c.tries < $2 and c.created_at > now() - make_interval(mins => $3)`,
    [linkId, LINK_CODE.tries, LINK_CODE.minutes],
    { name: 'find-link-code' },
  )

export const countWrongCode = async (tx: Queryable, codeId: number): Promise<void> => {
  await tx.execute('update link_codes set tries = tries + 1 where id = $1', [codeId])
}

export const useCode = async (tx: Queryable, codeId: number): Promise<void> => {
  await tx.execute('update link_codes set used_at = now() where id = $1', [codeId])
}

const codeTargetRow = z.object({
  deliveryId: from('d.id', deliveries.id),
  ...pick(deliveries, 'channel delegateId language reportId'),
})

export const findCodeTarget = (
  tx: Queryable,
  codeId: number,
): Promise<RowOf<typeof codeTargetRow> | undefined> =>
  tx.maybeOne(
    codeTargetRow,
    `select ${columnsOf(codeTargetRow, 'd')}
       from link_codes c
       join report_links l on l.id = c.link_id
       join deliveries d on d.id = l.delivery_id
      where c.id = $1 and c.used_at is null and c.created_at > now() - make_interval(mins => $2)
        and l.revoked_at is null and coalesce(slip_ends_at(l.slip_id), l.expires_at) > now()`,
    [codeId, LINK_CODE.minutes],
  )

const storedRow = z.object({ isFirst: z.boolean() })

/** A repeated job replaces a code that may not have arrived. */
export const storeCode = async (
  tx: Queryable,
  code: { id: number; hash: Buffer },
): Promise<{ isFirst: boolean }> =>
  tx.one(
    storedRow,
    `update link_codes c set code_hash = $2
       from (select id, code_hash from link_codes where id = $1 for update) earlier
      where c.id = earlier.id
     returning earlier.code_hash is null as "isFirst"`,
    [code.id, code.hash],
  )
