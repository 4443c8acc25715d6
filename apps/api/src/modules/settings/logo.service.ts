import {
  LOGO_MAX_KB,
  LOGO_MAX_MEGAPIXELS,
  LOGO_PART,
  type RefusalCode,
  type ErrorKind,
} from '@zelab/contract'
import { fileTypeFromBuffer } from 'file-type'
import type { Context } from '../../core/context.ts'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MailBrand } from '../../platform/mail-layout.ts'
import { recordActivity } from '../activity/activity.service.ts'
import type { FileInspector } from '../inspection/file-inspector.ts'
import { findLogo, writeLogo, type Logo } from './logo.repository.ts'
import { checkPicture, type PictureRule } from '../inspection/picture-check.ts'
import type { SettingsService } from './settings.service.ts'

export const LOGO_MAX_BYTES = LOGO_MAX_KB * 1024

const LOGO_RULE: PictureRule = {
  field: LOGO_PART,
  maxBytes: LOGO_MAX_BYTES,
  maxMegapixels: LOGO_MAX_MEGAPIXELS,
  refusals: {
    tooLarge: 'LOGO_TOO_LARGE',
    type: 'LOGO_TYPE_NOT_ALLOWED',
    tooManyPixels: 'LOGO_TOO_MANY_PIXELS',
  },
}

export const refusedLogo = (kind: ErrorKind, code: RefusalCode): AppError =>
  new AppError(kind, code, { field: LOGO_PART })

/** True without a logo. */
export const isLogoWhole = async (database: Database): Promise<boolean> => {
  const logo = await findLogo(database)
  return !logo || (await fileTypeFromBuffer(logo.content))?.mime === logo.mediaType
}

export const createLogoService = ({
  database,
  inspector,
  settings,
}: Pick<Context, 'database'> & { inspector: FileInspector; settings: SettingsService }) => {
  const change = async (caller: Caller, logo: Omit<Logo, 'version'> | null) => {
    await database.transaction(async (tx) => {
      await writeLogo(tx, logo)
      await recordActivity(tx, caller, {
        action: 'settings.update',
        summary: logo ? 'Changed the logo' : 'Removed the logo',
      })
    })
    settings.forget()
    return settings.brand()
  }

  return {
    async read(): Promise<Logo> {
      const logo = await findLogo(database)
      if (!logo) throw notFound()
      return logo
    },

    async update(caller: Caller, content: Buffer) {
      const mediaType = await checkPicture(inspector, content, { ...LOGO_RULE, owner: caller.user.id })
      return change(caller, { content, mediaType })
    },

    remove: (caller: Caller) => change(caller, null),

    mailBrand: async (): Promise<MailBrand> => {
      const [{ productName }, logo] = await Promise.all([settings.brand(), findLogo(database)])
      return { productName, logo }
    },
  }
}
export type LogoService = ReturnType<typeof createLogoService>
