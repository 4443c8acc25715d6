import { z } from 'zod'
import { settings } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { neverNull } from '../../platform/database/row-schema.ts'

export interface Logo {
  content: Buffer
  mediaType: string
  version: number
}

const logoRow = z.object({
  content: neverNull(settings.logo),
  mediaType: neverNull(settings.logoMediaType),
  version: settings.logoVersion,
})

export const findLogo = (db: Queryable): Promise<Logo | undefined> =>
  db.maybeOne(
    logoRow,
    `select logo as content, logo_media_type as "mediaType", logo_version as version
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
