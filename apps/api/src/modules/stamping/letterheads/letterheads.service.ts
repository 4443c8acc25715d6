import { verificationCodeOf, type Letterhead, type LetterheadFields, type Saved } from '@zelab/contract'
import type { VerificationCodes } from '../../verification/verification-codes.service.ts'
import type { ReportSealer } from '../copies/report-sealer.ts'
import type { Context } from '../../../core/context.ts'
import { AppError } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { QueueFullError } from '../../../platform/fair-queue.ts'
import { readWholeFile } from '../../../platform/file-storage/file-storage.ts'
import { recordActivity, type ActivityService } from '../../activity/activity.service.ts'
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
      const [newest, logo, signature, zone] = await Promise.all([
        findNewestReport(database, labId),
        findLogo(database, labId),
        fields.showsSignature ? findSignature(database, caller.user.id) : undefined,
        timeZone(),
      ])
      const made = await stamper
        .stamp({
          owner: caller.user.id,
          mediaType: newest?.mediaType ?? 'application/pdf',
          read: () =>
            newest
              ? readWholeFile(storage, { name: newest.fileName, sizeBytes: newest.sizeBytes })
              : Promise.resolve(exampleReport()),
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
      if (made.outcome === 'failed') throw failed()
      if (newest) await recordPreview(caller, newest)
      const page = await drawer
        .drawFirstPage({
          owner: caller.user.id,
          mediaType: 'application/pdf',
          read: () => Promise.resolve(made.content),
        })
        .catch(refuseFull)
      if (!page) throw failed()
      return page.content
    },
  }
}
export type LetterheadService = ReturnType<typeof createLetterheadService>
