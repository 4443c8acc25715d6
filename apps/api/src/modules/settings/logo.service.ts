import {
  LOGO_MAX_KB,
  LOGO_MAX_MEGAPIXELS,
  LOGO_PART,
  type RefusalCode,
  type ErrorKind,
} from '@zelab/contract'
import { fileTypeFromBuffer } from 'file-type'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MailBrand } from '../../platform/mail-layout.ts'
import { recordActivity } from '../activity/activity.service.ts'
import type { FileInspector } from '../inspection/file-inspector.ts'
import { findLogo, writeLogo, type Logo } from './logo.repository.ts'
import { refuseFullQueue } from '../inspection/upload-checks.ts'
import type { SettingsService } from './settings.service.ts'

const MEDIA_TYPES = ['image/png', 'image/jpeg'] as const
export const LOGO_MAX_BYTES = LOGO_MAX_KB * 1024

export const refusedLogo = (kind: ErrorKind, code: RefusalCode): AppError =>
  new AppError(kind, code, { field: LOGO_PART })

/** Whether the stored logo, if any, is unchanged. */
export const isLogoWhole = async (database: Database): Promise<boolean> => {
  const logo = await findLogo(database)
  return !logo || (await fileTypeFromBuffer(logo.content))?.mime === logo.mediaType
}

export const createLogoService = ({
  database,
  inspector,
  settings,
}: {
  database: Database
  inspector: FileInspector
  settings: SettingsService
}) => {
  /** The kind by content; the declared content type is ignored. */
  const checkPicture = async (content: Buffer, owner: number): Promise<(typeof MEDIA_TYPES)[number]> => {
    if (content.length > LOGO_MAX_BYTES) throw refusedLogo('TOO_LARGE', 'LOGO_TOO_LARGE')
    const detected = await fileTypeFromBuffer(content)
    const mediaType = MEDIA_TYPES.find((type) => type === detected?.mime)
    if (!mediaType) throw refusedLogo('UNSUPPORTED_MEDIA', 'LOGO_TYPE_NOT_ALLOWED')
    const result = await inspector
      .inspect({
        owner,
        mediaType,
        limits: { pdfPages: 0, imageMegapixels: LOGO_MAX_MEGAPIXELS },
        // A copy, because inspected content is transferred to the thread.
        read: () => Promise.resolve(new Uint8Array(content)),
      })
      .catch(refuseFullQueue)
    if ('hints' in result) return mediaType
    if (result.problem === 'IMAGE_TOO_LARGE') throw refusedLogo('TOO_LARGE', 'LOGO_TOO_MANY_PIXELS')
    throw refusedLogo('UNSUPPORTED_MEDIA', result.problem)
  }

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
      return change(caller, { content, mediaType: await checkPicture(content, caller.user.id) })
    },

    remove: (caller: Caller) => change(caller, null),

    /** Product name and logo for mails. */
    mailBrand: async (): Promise<MailBrand> => {
      const [{ productName }, logo] = await Promise.all([settings.brand(), findLogo(database)])
      return { productName, logo }
    },
  }
}
export type LogoService = ReturnType<typeof createLogoService>
