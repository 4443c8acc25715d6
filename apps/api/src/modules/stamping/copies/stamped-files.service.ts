import { PATIENT_ID_PREFIX, shownDay, type SealProblem } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { QueueFullError } from '../../../platform/fair-queue.ts'
import { readWholeFile } from '../../../platform/file-storage/file-storage.ts'
import type { SentFile } from '../../files/readable-file.ts'
import type { ReportFileService } from '../../files/report-files.service.ts'
import type { OrphanedUploadService } from '../../files/orphans/orphaned-uploads.service.ts'
import type { VerificationCodes } from '../../verification/verification-codes.service.ts'
import type { ReportStamper } from '../report-stamper.ts'
import type { StampContent, StampResult } from '../stamping.ts'
import type { ReportSealer } from './report-sealer.ts'
import { mayBeStamped } from './stamp-state.ts'
import {
  findStampedVersion,
  findStampFacts,
  insertFailure,
  insertStampedFile,
  type StampedVersion,
  type StampFacts,
} from './stamped-files.repository.ts'

/** Queue owner of copies made without a user. User ids are positive. */
const BACKGROUND = 0

const SEAL_REASON = 'Published by the laboratory'

type SealedResult =
  | (Exclude<StampResult, { outcome: 'failed' }> & { isSealed: boolean; sealProblem: SealProblem | null })
  | { outcome: 'failed' }

const copyOf = (version: StampedVersion): SentFile | undefined => {
  const { name, originalName, mediaType, sizeBytes, checksum } = version
  if (name === null || originalName === null || mediaType === null || sizeBytes === null || checksum === null)
    return undefined
  return { name, originalName, mediaType, sizeBytes, checksum }
}

export const shownPatient = ({
  patientId,
  patientName,
  dateOfBirth,
}: Pick<StampFacts, 'patientId' | 'patientName' | 'dateOfBirth'>): StampContent['patient'] => ({
  name: patientName,
  bornOn: shownDay('en', dateOfBirth, 'UTC'),
  id: `${PATIENT_ID_PREFIX}${patientId}`,
})

/** "November 27, 2026, 09:41", in the lab's time zone. */
export const shownMoment = (instant: string, timeZone: string): string => {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  })
  return `${shownDay('en', instant, timeZone)}, ${clock.format(new Date(instant))}`
}

const withPdfEnding = (originalName: string) => `${originalName.replace(/\.[a-z]+$/i, '')}.pdf`

/**
 * Makes one copy of each version, with letterhead and verification code. The uploaded file never changes. Callers
 * check access to the file first.
 */
export const createStampedFileService = ({
  database,
  storage,
  clock,
  stamper,
  files,
  orphans,
  codes,
  sealer,
  timeZone,
  reportFailure,
}: Pick<Context, 'database' | 'storage' | 'clock' | 'timeZone' | 'reportFailure'> & {
  stamper: ReportStamper
  files: Pick<ReportFileService, 'insertRow' | 'deleteRow'>
  orphans: OrphanedUploadService
  codes: VerificationCodes
  sealer: ReportSealer
}) => {
  const inProgress = new Map<string, Promise<void>>()

  const contentOf = async (
    { reportId, version }: StampedVersion,
    facts: StampFacts,
  ): Promise<StampContent> => {
    const code = await codes.codeOf({ reportId, version })
    const zone = await timeZone()
    const collectedOn = facts.collectedAt
      ? shownMoment(facts.collectedAt, zone)
      : facts.collectedOn && shownDay('en', facts.collectedOn, 'UTC')
    return {
      address: codes.qrTextOf(code),
      host: codes.host,
      code,
      lab: {
        name: facts.labName,
        address: `${facts.addressLine1}, ${facts.city}`,
        accreditation: facts.accreditation,
        phone: facts.phone,
        logo: facts.logo,
      },
      patient: shownPatient(facts),
      report: {
        number: `#${reportId}`,
        version,
        publishedOn: shownMoment(facts.publishedAt, zone),
      },
      visit:
        collectedOn === null && facts.referrer === null
          ? null
          : {
              collectedOn,
              referrer: facts.referrer,
            },
      release:
        facts.releaserName === null || facts.releasedAt === null
          ? null
          : { by: facts.releaserName, on: shownMoment(facts.releasedAt, zone) },
      signatory: { name: facts.publisherName, signature: facts.signature },
      corner: facts.corner,
      marginX: facts.marginX,
      marginY: facts.marginY,
    }
  }

  /** Readers report an empty seal field as broken, so a failed seal means a second copy without the field. */
  const makeSealed = async (
    { labId, labName }: StampFacts,
    file: Parameters<ReportStamper['stamp']>[0],
  ): Promise<SealedResult> => {
    const state = await sealer.stateOf(labId)
    const key = state && 'key' in state ? state.key : undefined
    let sealProblem: SealProblem | null = state && 'problem' in state ? state.problem : null
    if (key) {
      const seal = { name: labName, reason: SEAL_REASON, signedAt: clock.now() }
      const made = await stamper.stamp({ ...file, seal })
      if (made.outcome === 'failed') return made
      const sealed = await sealer.seal(made.content, key)
      if (sealed) return { ...made, content: sealed.content, isSealed: true, sealProblem: sealed.problem }
      sealProblem = 'not-sealable'
    }
    const made = await stamper.stamp(file)
    return made.outcome === 'failed' ? made : { ...made, isSealed: false, sealProblem }
  }

  const stamp = async (fileName: string, version: StampedVersion, owner: number): Promise<void> => {
    const facts = await findStampFacts(database, version)
    if (!facts) return
    const attempt = {
      reportId: version.reportId,
      version: version.version,
      labId: facts.labId,
      host: codes.host,
    }
    const made = await makeSealed(facts, {
      owner,
      mediaType: facts.mediaType,
      stamp: await contentOf(version, facts),
      read: () => readWholeFile(storage, { name: fileName, sizeBytes: facts.sizeBytes }),
    })
    if (made.outcome === 'failed') return insertFailure(database, attempt)
    const { content, isSealed, sealProblem } = made
    await orphans.storeMade('.pdf', Buffer.from(content), async (tx, file) => {
      const fileId = await files.insertRow(tx, {
        ...file,
        reportId: version.reportId,
        originalName: withPdfEnding(facts.originalName),
        mediaType: 'application/pdf',
        pageCount: made.pages,
        uploadedBy: facts.publisherId,
      })
      const kind = made.outcome
      const isStored = await insertStampedFile(tx, { ...attempt, kind, fileId, isSealed, sealProblem })
      if (!isStored) await files.deleteRow(tx, fileId)
      return isStored
    })
  }

  /** Concurrent requests for the same file share one run. */
  const stampOnce = (fileName: string, version: StampedVersion, owner: number): Promise<void> => {
    const running = inProgress.get(fileName)
    if (running) return running
    const stamping = stamp(fileName, version, owner).finally(() => inProgress.delete(fileName))
    inProgress.set(fileName, stamping)
    return stamping
  }

  const onStampFailure = (error: unknown) => {
    if (!(error instanceof QueueFullError))
      reportFailure(error, 'the letterhead could not be put on a report')
  }

  /** After a failure, the uploaded file is shown. */
  const findOrStamp = async (fileName: string, owner: number, onError = onStampFailure) => {
    const known = await findStampedVersion(database, fileName)
    if (!known || !mayBeStamped(known)) return known
    await stampOnce(fileName, known, owner).catch(onError)
    return findStampedVersion(database, fileName)
  }

  const shownNameOf = (version: StampedVersion | undefined, fileName: string) =>
    (version?.kind === 'stamped' && version.name) || fileName

  return {
    /** The stamped copy if the lab uses a letterhead, otherwise the file. */
    async replace<File extends SentFile>(file: File, owner: number): Promise<File> {
      const version = await findOrStamp(file.name, owner)
      const copy = version?.kind === 'stamped' ? copyOf(version) : undefined
      if (copy) return { ...file, ...copy }
      // The next request may get the copy, so ranges are disabled.
      return version && mayBeStamped(version) ? { ...file, isProvisional: true } : file
    },

    async make(fileName: string, owner: number): Promise<string> {
      return shownNameOf(await findOrStamp(fileName, owner), fileName)
    },

    /** Job. Rejects with errors that a retry may solve. */
    async makeInBackground(fileName: string): Promise<string> {
      const version = await findOrStamp(fileName, BACKGROUND, (error) => {
        throw error
      })
      return shownNameOf(version, fileName)
    },

    /** True while a copy is still to be made. */
    async isPending(fileName: string): Promise<boolean> {
      const version = await findStampedVersion(database, fileName)
      return version !== undefined && mayBeStamped(version)
    },

    /** The page with the verification code of a file that must not be changed. */
    async findSlip(fileName: string): Promise<SentFile | undefined> {
      const version = await findStampedVersion(database, fileName)
      return version?.kind === 'slip' ? copyOf(version) : undefined
    },
  }
}
export type StampedFileService = ReturnType<typeof createStampedFileService>
