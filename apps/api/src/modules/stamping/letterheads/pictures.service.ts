import { LETTERHEAD_LOGO_PART, PICTURE_MAX_KB, PICTURE_MAX_MEGAPIXELS, SIGNATURE_PART } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { FileInspector } from '../../inspection/file-inspector.ts'
import { checkPicture } from '../../inspection/picture-check.ts'
import type { LabService } from '../../labs/labs.service.ts'
import {
  deleteSignature,
  findLogo,
  findLogoVersion,
  findSignature,
  saveLogo,
  saveSignature,
  type Picture,
  type StoredPicture,
} from './letterheads.repository.ts'

export type { StoredPicture }

const PUBLIC_LOGOS_MAX = 40
export const PICTURE_MAX_BYTES = PICTURE_MAX_KB * 1024

const SIGNATURE_ADDRESS = '/api/v1/user/signature'

export const createPictureService = ({
  database,
  inspector,
  labs,
}: Pick<Context, 'database'> & { inspector: FileInspector; labs: LabService }) => {
  const toPicture = async (caller: Caller, field: string, content: Buffer): Promise<Picture> => ({
    content,
    mediaType: await checkPicture(inspector, content, {
      owner: caller.user.id,
      field,
      maxBytes: PICTURE_MAX_BYTES,
      maxMegapixels: PICTURE_MAX_MEGAPIXELS,
      refusals: {
        tooLarge: 'PICTURE_TOO_LARGE',
        type: 'PICTURE_TYPE_NOT_ALLOWED',
        tooManyPixels: 'PICTURE_TOO_MANY_PIXELS',
      },
    }),
  })

  const changeLogo = async (caller: Caller, labId: number, logo: Picture | null) => {
    const lab = await labs.get(caller, labId)
    await database.transaction(async (tx) => {
      await saveLogo(tx, labId, logo)
      await recordActivity(tx, caller, {
        action: 'lab.letterhead',
        object: { type: 'lab', id: labId },
        labId,
        summary: `${logo ? 'Changed' : 'Removed'} the logo of the letterhead of the lab ${lab.name}`,
      })
    })
  }
  const changeSignature = async (caller: Caller, picture: Picture | null) => {
    await database.transaction(async (tx) => {
      if (picture) await saveSignature(tx, caller.user.id, picture)
      else await deleteSignature(tx, caller.user.id)
      await recordActivity(tx, caller, {
        action: 'user.signature',
        object: { type: 'user', id: caller.user.id },
        summary: picture ? 'Changed their signature' : 'Removed their signature',
      })
    })
  }
  const orNotFound = (picture: StoredPicture | undefined) => {
    if (!picture) throw notFound()
    return picture
  }

  /** A version never changes, so requests for a version may be cached. */
  const publicLogos = new Map<number, StoredPicture>()

  return {
    /** Reports show the logo anyway, so the public verification page may show it. */
    async findPublicLogo(labId: number): Promise<StoredPicture | undefined> {
      const kept = publicLogos.get(labId)
      if (kept && kept.version === (await findLogoVersion(database, labId))) return kept
      publicLogos.delete(labId)
      const logo = await findLogo(database, labId)
      if (!logo) return undefined
      if (publicLogos.size >= PUBLIC_LOGOS_MAX) publicLogos.clear()
      publicLogos.set(labId, logo)
      return logo
    },

    async readLogo(caller: Caller, labId: number): Promise<StoredPicture> {
      await labs.get(caller, labId)
      return orNotFound(await findLogo(database, labId))
    },
    async updateLogo(caller: Caller, labId: number, content: Buffer): Promise<void> {
      await labs.get(caller, labId)
      await changeLogo(caller, labId, await toPicture(caller, LETTERHEAD_LOGO_PART, content))
    },
    removeLogo: (caller: Caller, labId: number): Promise<void> => changeLogo(caller, labId, null),

    readSignature: async (caller: Caller): Promise<StoredPicture> =>
      orNotFound(await findSignature(database, caller.user.id)),
    async getSignature(caller: Caller): Promise<{ address: string | null }> {
      const signature = await findSignature(database, caller.user.id)
      return { address: signature ? `${SIGNATURE_ADDRESS}?v=${signature.version}` : null }
    },
    async updateSignature(caller: Caller, content: Buffer): Promise<void> {
      await changeSignature(caller, await toPicture(caller, SIGNATURE_PART, content))
    },
    removeSignature: (caller: Caller): Promise<void> => changeSignature(caller, null),
  }
}
export type PictureService = ReturnType<typeof createPictureService>
