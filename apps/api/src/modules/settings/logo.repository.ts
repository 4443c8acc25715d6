import { z } from 'zod'
import { settings } from '../../core/tables.gen.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../platform/database/row-schema.ts'

const logoRow = z.object({
  content: from('logo', neverNull(settings.logo)),
  mediaType: from('logo_media_type', neverNull(settings.logoMediaType)),
  version: from('logo_version', settings.logoVersion),
})
export type Logo = RowOf<typeof logoRow>

export const findLogo = (db: Queryable): Promise<Logo | undefined> =>
  db.maybeOne(
    logoRow,
    `select ${columnsOf(logoRow)}
       from settings where logo is not null`,
  )

/** Null removes the logo. The version increments in both cases. */
export const writeLogo = async (db: Queryable, logo: Omit<Logo, 'version'> | null): Promise<void> => {
  await db.execute(
    `update settings
        set logo = $1, logo_media_type = $2, logo_version = logo_version + 1, updated_at = now()`,
    [logo?.content ?? null, logo?.mediaType ?? null],
  )
}
