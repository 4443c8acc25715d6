import { randomBytes } from 'node:crypto'
import { todayIn, readViewingPass, symbolsOf, VIEWING_PASS } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import type { ByteRange, FileChunks } from '../../platform/file-storage/file-storage.ts'
import { hashSecretToken, newSecretToken } from '../../platform/encryption.ts'
import { recordVisit, type AnonymousCaller } from '../activity/activity.service.ts'
import type { PageImage, PageImageService } from '../files/page-images/page-images.service.ts'
import type { ShownFiles } from '../files/readable-file.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import { insertLookups, type VerifiedVersion } from './verification.repository.ts'
import { lookupOf } from './verification.service.ts'
import {
  countLatePasses,
  deleteOldPasses,
  findNewestPass,
  findShownFile,
  insertPass,
  lockLinkOfPass,
  usePass,
  type Pass,
  type ShownFile,
} from './viewing-passes.repository.ts'

/** Visitors share one owner in the page rendering queue, separate from staff and patients. User ids are positive. */
const VISITORS = -2
const REMOVED_AT_ONCE = 1000

export interface PassLink {
  id: number
  reportId: number
  labId: number
  deliveryId: number
}

/** Wrong viewing passes per report from anywhere, and from one network. */
const WRONG_PASS_LIMIT = { perAccount: 20, perAddress: 5, windowMinutes: 10, isStrict: true } as const

/**
 * Lets a person with the verification code see the real file, once and for a few minutes. The file exposes a forgery
 * with a copied code.
 */
export const createViewingPassService = ({
  database,
  encryption,
  files,
  pageImages,
  stampedFiles,
  clock,
  timeZone,
  rateLimiter,
  metrics,
}: Pick<Context, 'database' | 'clock' | 'timeZone' | 'encryption' | 'rateLimiter' | 'metrics'> & {
  files: Pick<ReportFileService, 'open'>
  pageImages: Pick<PageImageService, 'read'>
  stampedFiles: ShownFiles
}) => {
  const wrongLimiter = rateLimiter('viewing-pass-wrong', WRONG_PASS_LIMIT)
  const findToday = async () => todayIn(await timeZone(), clock.now())
  const hashOf = (reportId: number, pass: string) =>
    encryption.sign(Buffer.from(`viewing pass\n${reportId}\n${pass}`))

  return {
    /** Replaces the link's earlier pass. Undefined above the limit. */
    async create(visitor: AnonymousCaller, link: PassLink): Promise<string | undefined> {
      const pass = symbolsOf(randomBytes(VIEWING_PASS.length))
      return database.transaction(async (tx) => {
        await lockLinkOfPass(tx, link.id)
        if ((await countLatePasses(tx, link.id)) >= VIEWING_PASS.perHour) return undefined
        await insertPass(tx, {
          linkId: link.id,
          reportId: link.reportId,
          codeHash: hashOf(link.reportId, pass),
        })
        await recordVisit(tx, visitor, {
          action: 'delivery.pass',
          object: { type: 'report', id: link.reportId },
          labId: link.labId,
          summary: `Created a viewing code for report #${link.reportId} by the link of delivery #${link.deliveryId}`,
        })
        return pass
      })
    },

    /** Shows the patient whether the pass was used. */
    findNewest: (linkId: number): Promise<Pass | undefined> => findNewestPass(database, linkId),

    /** @returns the token of the browser's session, or undefined for a wrong, used or expired pass */
    async use(visitor: AnonymousCaller, found: VerifiedVersion, typed: string): Promise<string | undefined> {
      const { reportId, labId } = found
      const attempt = { account: String(reportId), address: visitor.address }
      // Counted before the comparison, so that concurrent attempts are limited as well.
      await wrongLimiter.attempt(attempt)
      const pass = readViewingPass(typed)
      const session = newSecretToken()
      const today = await findToday()
      const isUsed =
        pass !== undefined &&
        (await database.transaction(async (tx) => {
          const used = await usePass(tx, {
            reportId,
            codeHash: hashOf(reportId, pass),
            sessionHash: hashSecretToken(session),
            today,
          })
          if (!used) return false
          await insertLookups(tx, [lookupOf(visitor, found, 'shown')])
          await recordVisit(tx, visitor, {
            action: 'report.show',
            object: { type: 'report', id: reportId },
            labId,
            summary: `A visitor opened report #${reportId} by a viewing code of the patient`,
          })
          return true
        }))
      metrics.lookups.inc({ outcome: isUsed ? 'shown' : 'pass-refused' })
      if (isUsed) {
        await wrongLimiter.succeed(attempt)
        return session
      }
      await insertLookups(database, [lookupOf(visitor, found, 'pass-refused')])
      return undefined
    },

    /** Undefined if the session has ended or belongs to another report. */
    async findShown(code: string, session: string): Promise<ShownFile | undefined> {
      const sessionHash = hashSecretToken(session)
      const file = await findShownFile(database, { code, sessionHash, today: await findToday() })
      return file && stampedFiles.replace(file, VISITORS)
    },

    open: (file: ShownFile, range?: ByteRange): Promise<FileChunks> =>
      files.open({ ...file, isWithdrawn: false, isCurrent: true }, range),

    firstPage: ({ name }: ShownFile): Promise<PageImage> => pageImages.read(name, VISITORS),

    async removeOld(): Promise<void> {
      while ((await deleteOldPasses(database, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
    },
  }
}
export type ViewingPassService = ReturnType<typeof createViewingPassService>
