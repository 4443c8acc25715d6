import { Readable } from 'node:stream'
import {
  reportFileAddress,
  reportFileNameOf,
  type ReportFileMediaType,
  type UploadedFile,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { AppError, conflict, notFound, refusedField } from '../../core/app-error.ts'
import { displayName, type FilePart } from '../../core/file-part.ts'
import { callerCan, labScopeOf, type Caller } from '../../core/caller.ts'
import {
  DatabaseUnavailableError,
  isForeignKeyViolation,
  type Queryable,
} from '../../platform/database/database.ts'
import {
  FileMissingError,
  StorageUnavailableError,
  type ByteRange,
  type FileChunks,
  type StagedFile,
} from '../../platform/file-storage/file-storage.ts'
import { newFileName } from '../../platform/file-storage/file-name.ts'
import { enqueueFileJob } from '../../platform/jobs.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { detectFileKind, endingOf, hasReportFileExtension, KIND_BYTES } from './upload/file-kind.ts'
import type { IdentityHints, InspectedFile } from '../inspection/inspection.ts'
import type { ReadableFile } from './readable-file.ts'
import { refusedFile, type UploadChecks } from '../inspection/upload-checks.ts'
import type { OrphanedUploadService } from './orphans/orphaned-uploads.service.ts'
import { storedProblemOf } from './stored-problem.ts'
import {
  deleteFileRow,
  deleteLeftoverFiles,
  findOwnFile,
  findPublishedFile,
  findReadableFile,
  lockReleasedFile,
  lockUnpublishedFile,
  insertReportFile,
  setUploader,
  type LockedFile,
  type NewReportFile,
} from './report-files.repository.ts'

const readFirstBytes = async (
  content: AsyncGenerator<Buffer>,
): Promise<{ firstBytes: Buffer; whole: Readable }> => {
  const read: Buffer[] = []
  let length = 0
  while (length < KIND_BYTES) {
    const next = await content.next()
    if (next.done) break
    read.push(next.value)
    length += next.value.length
  }
  const whole = Readable.from(
    (async function* () {
      yield* read
      yield* content
    })(),
    { objectMode: false },
  )
  return { firstBytes: Buffer.concat(read), whole }
}

export const DRAW_PAGE = 'draw-page'

/** Named by the address that the upload returned, or by the id of an inbox item's file. */
export type UnpublishedFile = { url: string } | { id: number }

const isOutage = (error: unknown) =>
  error instanceof StorageUnavailableError || error instanceof DatabaseUnavailableError

/** Other failures to receive a file are the sender's fault. */
const uploadRefusalOf = (error: unknown): unknown =>
  error instanceof AppError || isOutage(error) ? error : new AppError('INVALID', 'UPLOAD_INTERRUPTED')

export interface StoredUpload extends InspectedFile {
  name: string
  originalName: string
  mediaType: ReportFileMediaType
  sizeBytes: number
  sha256: Buffer
  sha1: Buffer
}

type CopiedFile = Pick<
  NewReportFile,
  'originalName' | 'mediaType' | 'sizeBytes' | 'sha256' | 'sha1' | 'pageCount'
>

export const createReportFileService = ({
  database,
  storage,
  checks,
  orphans,
  tryFile,
}: Pick<Context, 'database' | 'storage' | 'tryFile'> & {
  checks: UploadChecks
  orphans: OrphanedUploadService
}) => {
  /** Reserves the name first, so that the file is removed unless a row is created. */
  const inspectAndCommit = async <Finding>(
    staged: StagedFile,
    name: string,
    inspect: () => Promise<Finding>,
  ): Promise<Finding> => {
    try {
      const finding = await inspect()
      await orphans.reserve(name)
      await staged.commit()
      return finding
    } catch (error) {
      await staged.discard()
      throw error
    }
  }

  const readHints = (
    caller: Caller,
    { name, sizeBytes, mediaType }: { name: string; sizeBytes: number; mediaType: ReportFileMediaType },
  ): Promise<IdentityHints | null> =>
    checks.readHints({ sizeBytes, read: () => storage.open(name) }, mediaType, { owner: caller.user.id })

  return {
    /**
     * Stores an upload under a random name. Rejects files that are too large, truncated, refused by a check, or not
     * PDF, JPEG or PNG.
     */
    async upload(caller: Caller, upload: FilePart, signal?: AbortSignal): Promise<UploadedFile> {
      const file = await this.inspectAndStore(upload, { owner: caller.user.id, signal })
      try {
        await tryFile(() =>
          database.transaction(async (tx) => {
            await this.attach(tx, file, caller.user.id)
            await recordActivity(tx, caller, { action: 'file.upload', summary: 'Uploaded a file' })
          }),
        )
      } catch (error) {
        // After a failed commit, the row may exist and need the file.
        if (!isOutage(error)) await orphans.removeNow(file.name)
        throw error
      }
      const address = reportFileAddress(file.name)
      return { fileSrc: address, fileUrl: address, originalFileName: file.originalName }
    },

    async inspectAndStore(
      upload: Pick<FilePart, 'fileName' | 'content'>,
      by: { owner: number; signal?: AbortSignal | undefined },
    ): Promise<StoredUpload> {
      const originalName = displayName(upload.fileName)
      if (!hasReportFileExtension(originalName))
        throw refusedFile('UNSUPPORTED_MEDIA', 'FILE_TYPE_NOT_ALLOWED')
      const { firstBytes, whole } = await readFirstBytes(upload.content)
      const mediaType = await detectFileKind(firstBytes, originalName)
      if (!mediaType) throw refusedFile('UNSUPPORTED_MEDIA', 'FILE_CONTENT_MISMATCH')
      checks.prepare()
      const name = newFileName(endingOf(mediaType))
      const staged = await storage.stage(name, whole).catch((error: unknown) => {
        throw uploadRefusalOf(error)
      })
      const inspected = await inspectAndCommit(staged, name, () =>
        checks.inspect(staged, mediaType, by),
      ).catch((error: unknown) => {
        throw by.signal?.aborted ? uploadRefusalOf(error) : error
      })
      const { sizeBytes, sha256, sha1 } = staged
      return { name, originalName, mediaType, sizeBytes, sha256, sha1, ...inspected }
    },

    /** @param uploadedBy null for a file of an inbox, which belongs to the lab until publication */
    async attach(tx: Queryable, file: StoredUpload, uploadedBy: number | null): Promise<number> {
      await orphans.attach(tx, file.name)
      const { name, originalName, mediaType, sizeBytes, sha256, sha1, pageCount } = file
      const identityHints = uploadedBy === null ? null : file.hints
      return insertReportFile(tx, {
        name,
        originalName,
        mediaType,
        sizeBytes,
        sha256,
        sha1,
        pageCount,
        identityHints,
        uploadedBy,
      })
    },

    /** Accepts only unused files uploaded by this user (AMB-61). */
    async lockUnpublished(tx: Queryable, caller: Caller, file: UnpublishedFile): Promise<LockedFile> {
      const wanted = 'id' in file ? file : { name: reportFileNameOf(file.url) ?? '' }
      const found = await lockUnpublishedFile(tx, wanted, caller.user.id)
      if (!found) throw refusedField('fileUrl', 'FILE_UNAVAILABLE')
      return found
    },

    lockReleased: lockReleasedFile,

    storedProblem: (file: { name: string; sizeBytes: number; sha256: Buffer }) =>
      storedProblemOf(storage, file),

    queueDrawing: (tx: Queryable, { user }: Caller, fileName: string): Promise<void> =>
      enqueueFileJob(tx, DRAW_PAGE, { fileName }, user.lab ? `lab-${user.lab.id}` : `user-${user.id}`),

    async remove(caller: Caller, fileUrl: string): Promise<void> {
      const name = reportFileNameOf(fileUrl)
      const file = name && (await findOwnFile(database, { name, uploadedBy: caller.user.id }))
      if (!file) throw notFound('FILE_NOT_FOUND')
      if (file.isPublished) throw conflict('FILE_PUBLISHED')
      await database
        .transaction(async (tx) => {
          await deleteFileRow(tx, file.id)
          await orphans.markForRemoval(tx, [name])
          await recordActivity(tx, caller, { action: 'file.remove', summary: 'Removed an unpublished file' })
        })
        .catch((error: unknown) => {
          // The file was published after the check.
          throw isForeignKeyViolation(error) ? conflict('FILE_PUBLISHED') : error
        })
      await orphans.removeNow(name)
    },

    async find(caller: Caller, name: string): Promise<ReadableFile> {
      const file = await findReadableFile(labScopeOf(caller), database, { name, readerId: caller.user.id })
      if (!file || (file.isWithdrawn && !callerCan(caller, 'reports:delete')))
        throw notFound('FILE_NOT_FOUND')
      return file
    },

    open: (
      file: Pick<ReadableFile, 'name'> & Partial<ReadableFile>,
      range?: ByteRange,
    ): Promise<FileChunks> =>
      storage.openChunks(file.name, range).catch((error: unknown) => {
        throw error instanceof FileMissingError ? notFound('FILE_NOT_FOUND') : error
      }),

    /** Hints of published files are not stored, so the file is inspected again. */
    async readPublishedHints(
      caller: Caller,
      reportId: number,
    ): Promise<{ sha256: Buffer; hints: IdentityHints | null }> {
      const file = await findPublishedFile(labScopeOf(caller), database, reportId)
      if (!file) throw notFound('REPORT_NOT_FOUND')
      return { sha256: file.sha256, hints: await readHints(caller, file) }
    },

    readHints,

    async copy(file: { name: string; mediaType: ReportFileMediaType; sha256: Buffer }): Promise<string> {
      const name = newFileName(endingOf(file.mediaType))
      let source: Readable | undefined
      try {
        source = await storage.open(file.name)
        const copy = await storage.stage(name, source)
        await inspectAndCommit(copy, name, () => {
          if (!copy.sha256.equals(file.sha256)) throw new Error('The copy differs')
          return Promise.resolve()
        })
      } catch (error) {
        // An unconsumed stream would leave its file open.
        source?.destroy()
        if (error instanceof FileMissingError) throw notFound('FILE_NOT_FOUND')
        throw isOutage(error) ? error : new StorageUnavailableError(error)
      }
      return name
    },

    async attachCopy(tx: Queryable, caller: Caller, name: string, of: CopiedFile): Promise<number> {
      await orphans.attach(tx, name)
      const { originalName, mediaType, sizeBytes, sha256, sha1, pageCount } = of
      return insertReportFile(tx, {
        name,
        originalName,
        mediaType,
        sizeBytes,
        sha256,
        sha1,
        uploadedBy: caller.user.id,
        pageCount,
      })
    },

    insertRow: insertReportFile,
    deleteRow: deleteFileRow,
    setUploader,

    removeCopy: (name: string): Promise<void> => orphans.removeNow(name),

    async removeLeftovers(): Promise<void> {
      await database.transaction(async (tx) => orphans.markForRemoval(tx, await deleteLeftoverFiles(tx)))
      await orphans.removeDue()
    },
  }
}
export type ReportFileService = ReturnType<typeof createReportFileService>
