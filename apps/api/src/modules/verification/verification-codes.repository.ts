import { z } from 'zod'
import { reportVersions, verificationCodes } from '../../core/tables.gen.ts'
import { columnsOf } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'

export interface VersionOfReport {
  reportId: number
  version: number
}

/** Existing codes never change. */
export const insertCodes = async (
  db: Queryable,
  codes: readonly (VersionOfReport & { code: string })[],
): Promise<void> => {
  await db.execute(
    `insert into verification_codes (code, report_id, version)
     select * from unnest($1::text[], $2::bigint[], $3::int[])
     on conflict on constraint verification_codes_of_version do nothing`,
    [
      codes.map(({ code }) => code),
      codes.map(({ reportId }) => reportId),
      codes.map(({ version }) => version),
    ],
    { name: 'insert-verification-codes' },
  )
}

const codeRow = z.object({ code: verificationCodes.code })

export const findCode = async (
  db: Queryable,
  { reportId, version }: VersionOfReport,
): Promise<string | undefined> =>
  (
    await db.maybeOne(codeRow, 'select code from verification_codes where report_id = $1 and version = $2', [
      reportId,
      version,
    ])
  )?.code

const versionRow = z.object({ reportId: reportVersions.reportId, version: reportVersions.version })

/** Reports between two ids. */
export const findVersionsWithoutCode = (
  db: Queryable,
  { after, upTo }: { after: number; upTo: number },
): Promise<VersionOfReport[]> =>
  db.query(
    versionRow,
    `select ${columnsOf(versionRow, 'v')}
       from report_versions v
      where v.report_id > $1 and v.report_id <= $2
        and not exists (select 1 from verification_codes c where c.report_id = v.report_id and c.version = v.version)`,
    [after, upTo],
  )

const newestRow = z.object({ id: reportVersions.reportId.nullable() })

export const findNewestReportId = async (db: Queryable): Promise<number> =>
  (await db.one(newestRow, 'select max(report_id) as id from report_versions')).id ?? 0
