import {
  verificationCodeOf,
  type Lab,
  type Letterhead,
  type LetterheadFields,
  type ReportFileMediaType,
  type Saved,
} from '@zelab/contract'
import type { VerificationCodes } from '../../verification/verification-codes.service.ts'
import type { ReportSealer } from '../copies/report-sealer.ts'
import type { Context } from '../../../core/context.ts'
import { AppError } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { QueueFullError } from '../../../platform/fair-queue.ts'
import { readWholeFile } from '../../../platform/file-storage/file-storage.ts'
import { recordActivity, type ActivityService } from '../../activity/activity.service.ts'
import { detectFileKind, KIND_BYTES } from '../../files/upload/file-kind.ts'
import type { PageDrawer } from '../../inspection/page-drawer.ts'
import type { LabService } from '../../labs/labs.service.ts'
import {
  changeSettings,
  readSavedSettings,
  withChanges,
  type SettingsChanges,
} from '../../settings/settings-updates.service.ts'
import type { ReportStamper } from '../report-stamper.ts'
import { shownMoment, shownPatient } from '../copies/stamped-files.service.ts'
import { exampleReport } from './example-report.ts'
import {
  findLetterhead,
  findLogo,
  findNewestReport,
  findOtherHosts,
  findSignature,
  saveLetterhead,
  type LetterheadSettings,
  type NewestReport,
} from './letterheads.repository.ts'

const sectionOf = (labId: number) => ({ labId, section: 'letterhead' })

const UNUSED: LetterheadSettings = {
  isUsed: false,
  accreditation: null,
  corner: 'bottom-right',
  marginX: 10,
  marginY: 10,
  showsSignature: true,
  hasLogo: false,
  logoVersion: 0,
}
const RETRY_SECONDS = 5
const EXAMPLE_CODE = verificationCodeOf(new Uint8Array(25))

const PREVIEW_LIMIT = { perAccount: 60, perAddress: 120, windowMinutes: 10 } as const

interface StampedSource {
  mediaType: ReportFileMediaType
  read: () => Promise<Uint8Array>
  /** Absent for a file that is no report. */
  newest?: NewestReport | undefined
  failure?: () => AppError
}

export const createLetterheadService = ({
  rateLimiter,
  database,
  storage,
  labs,
  stamper,
  drawer,
  activity,
  sealer,
  codes: { host, qrTextOf },
  timeZone,
}: Pick<Context, 'database' | 'storage' | 'timeZone' | 'rateLimiter'> & {
  labs: LabService
  stamper: ReportStamper
  drawer: PageDrawer
  activity: Pick<ActivityService, 'hasRecentFileView' | 'record'>
  sealer: ReportSealer
  codes: VerificationCodes
}) => {
  const previewLimiter = rateLimiter('letterhead-preview', PREVIEW_LIMIT)
  const describe = async (labId: number): Promise<Letterhead> => {
    const [settings, newest, earlierHosts, seal] = await Promise.all([
      findLetterhead(database, labId),
      findNewestReport(database, labId),
      findOtherHosts(database, { labId, host }),
      sealer.describe(labId),
    ])
    const { hasLogo, logoVersion, ...letterhead } = settings ?? UNUSED
    return {
      ...letterhead,
      logoAddress: hasLogo ? `/api/v1/lab/letterheadLogo/${labId}?v=${logoVersion}` : null,
      hasReport: newest !== undefined,
      host,
      earlierHosts,
      seal,
    }
  }

  const recordPreview = async (caller: Caller, { id }: NewestReport) => {
    if (await activity.hasRecentFileView(caller, id, 'report.preview')) return
    await activity.record(caller, {
      action: 'report.preview',
      object: { type: 'report', id },
      summary: `Saw the first page of report #${id} in the preview of a letterhead`,
    })
  }

  const failed = () => new AppError('UNAVAILABLE', 'PREVIEW_FAILED')

  const refuseFull = (error: unknown): never => {
    throw error instanceof QueueFullError
      ? new AppError('THROTTLED', 'TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS })
      : error
  }

  const drawStamped = async (
    caller: Caller,
    lab: Lab,
    fields: LetterheadFields,
    { newest, failure = failed, ...file }: StampedSource,
  ): Promise<Uint8Array> => {
    const [logo, signature, zone] = await Promise.all([
      findLogo(database, lab.id),
      fields.showsSignature ? findSignature(database, caller.user.id) : undefined,
      timeZone(),
    ])
    const made = await stamper
      .stamp({
        owner: caller.user.id,
        ...file,
        stamp: {
          address: qrTextOf(EXAMPLE_CODE),
          host,
          code: EXAMPLE_CODE,
          lab: {
            name: lab.name,
            address: `${lab.address.line1}, ${lab.address.city}`,
            accreditation: fields.accreditation ?? null,
            phone: lab.phone,
            logo: logo?.content ?? null,
          },
          patient: newest ? shownPatient(newest) : null,
          report: {
            number: `#${newest?.id ?? 0}`,
            version: newest?.version ?? 1,
            publishedOn: shownMoment(newest?.publishedAt ?? new Date().toISOString(), zone),
          },
          signatory: { name: caller.user.fullName, signature: signature?.content ?? null },
          corner: fields.corner,
          marginX: fields.marginX,
          marginY: fields.marginY,
        },
      })
      .catch(refuseFull)
    if (made.outcome === 'failed') throw failure()
    if (newest) await recordPreview(caller, newest)
    const page = await drawer
      .drawFirstPage({
        owner: caller.user.id,
        mediaType: 'application/pdf',
        read: () => Promise.resolve(made.content),
      })
      .catch(refuseFull)
    if (!page) throw failure()
    return page.content
  }

  return {
    async get(caller: Caller, labId: number): Promise<Saved<Letterhead>> {
      await labs.get(caller, labId)
      return readSavedSettings(database, sectionOf(labId), () => describe(labId))
    },

    async update(
      caller: Caller,
      labId: number,
      { updatedAt, ...changes }: SettingsChanges<LetterheadFields>,
    ): Promise<Saved<Letterhead>> {
      const lab = await labs.get(caller, labId)
      const change = async (tx: Queryable) => {
        const { hasLogo: _, logoVersion: __, ...stored } = (await findLetterhead(tx, labId)) ?? UNUSED
        const fields = withChanges(stored, changes)
        await saveLetterhead(tx, labId, fields)
        await recordActivity(tx, caller, {
          action: 'lab.letterhead',
          object: { type: 'lab', id: labId },
          labId,
          summary: `Changed the letterhead of the lab ${lab.name}: ${fields.isUsed ? 'used' : 'not used'}`,
        })
        return {}
      }
      const saved = await database.transaction((tx) =>
        changeSettings(tx, sectionOf(labId), updatedAt, () => change(tx)),
      )
      return { ...(await describe(labId)), ...saved }
    },

    async preview(caller: Caller, labId: number, fields: LetterheadFields): Promise<Uint8Array> {
      const lab = await labs.get(caller, labId)
      await previewLimiter.attempt({ account: String(caller.user.id) })
      const newest = await findNewestReport(database, labId)
      const read = () =>
        newest
          ? readWholeFile(storage, { name: newest.fileName, sizeBytes: newest.sizeBytes })
          : Promise.resolve(exampleReport())
      const mediaType = newest?.mediaType ?? 'application/pdf'
      return drawStamped(caller, lab, fields, { mediaType, read, newest })
    },

    /** The file is not stored. */
    async tryFile(
      caller: Caller,
      labId: number,
      receive: () => Promise<{ fileName: string; content: Buffer }>,
    ): Promise<Uint8Array> {
      const lab = await labs.get(caller, labId)
      await previewLimiter.attempt({ account: String(caller.user.id) })
      const { fileName, content } = await receive()
      const mediaType = await detectFileKind(content.subarray(0, KIND_BYTES), fileName)
      if (!mediaType) throw new AppError('UNSUPPORTED_MEDIA', 'FILE_TYPE_NOT_ALLOWED')
      const settings = (await findLetterhead(database, labId)) ?? UNUSED
      return drawStamped(caller, lab, settings, {
        mediaType,
        read: () => Promise.resolve(content),
        failure: () =>
          new AppError('INVALID', mediaType === 'application/pdf' ? 'PDF_DAMAGED' : 'IMAGE_DAMAGED'),
      })
    },
  }
}
export type LetterheadService = ReturnType<typeof createLetterheadService>
