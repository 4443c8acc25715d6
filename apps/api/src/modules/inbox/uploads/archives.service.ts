import { Readable } from 'node:stream'
import { type ReceivedFile, REFUSAL } from '@zelab/contract'
import type { UploadQuotaService } from '../../files/upload/upload-quota.service.ts'
import { AppError } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { FilePart } from '../../../core/file-part.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { FileStorage } from '../../../platform/file-storage/file-storage.ts'
import { refuseFullQueue } from '../../inspection/upload-checks.ts'
import { isFinalRefusal, type Intake, type ReceivedDocument } from '../intake/arrival.ts'
import { withArchive, type ArchivedFile } from './zip-archive.ts'

/** Archives in transfer or waiting on disk. A slow connection delays no other user. */
const ARRIVING = { atOnce: 8, perOwner: 1, mostWaiting: 40, mostWaitingPerOwner: 4 }
const ADDING = { atOnce: 2, perOwner: 1, mostWaiting: 8, mostWaitingPerOwner: 1 }

interface UploadOrigin {
  labId: number
  upload: { userId: number; key: string }
}

export const createArchiveService = ({
  storage,
  intake,
  quota,
}: {
  storage: Pick<FileStorage, 'receiveTemporary'>
  intake: Intake
  quota: Pick<UploadQuotaService, 'requireSpace'>
}) => {
  const arriving = createFairQueue<number>(ARRIVING)
  const adding = createFairQueue<number>(ADDING)

  /** The key of each file makes a repeated archive idempotent. */
  const addFile = async (
    caller: Caller,
    { labId, upload }: UploadOrigin,
    { file, index }: { file: ArchivedFile; index: number },
    signal: AbortSignal | undefined,
  ): Promise<ReceivedFile> => {
    const origin = { labId, upload: { ...upload, key: `${upload.key}.${index}` } }
    const documents = [{ fileName: file.fileName, content: file.content() }]
    try {
      const [received] = await intake.receive(origin, documents, { signal, actor: caller })
      return receivedFile(file.fileName, received)
    } catch (error) {
      if (!isFinalRefusal(error)) throw error
      const { code, message } = error
      return { fileName: file.fileName, itemId: null, problem: { code, message } }
    }
  }

  const addFiles = (
    caller: Caller,
    origin: UploadOrigin,
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<ReceivedFile[]> =>
    withArchive(
      path,
      async (files) => {
        const rows: ReceivedFile[] = []
        for (const [index, file] of files.entries()) {
          signal?.throwIfAborted()
          rows.push(await addFile(caller, origin, { file, index }, signal))
        }
        return rows
      },
      signal,
    )

  return {
    /**
     * A refused file does not stop the others. An outage ends the request, and repeating it with the same key
     * continues.
     */
    receive(
      caller: Caller,
      origin: UploadOrigin,
      { content, expectedBytes }: FilePart,
      signal?: AbortSignal,
    ): Promise<ReceivedFile[]> {
      const owner = caller.user.id
      return arriving
        .run(
          owner,
          async () => {
            await quota.requireSpace(expectedBytes)
            const archive = await storage.receiveTemporary(Readable.from(content, { objectMode: false }))
            try {
              return await adding.run(owner, () => addFiles(caller, origin, archive.path, signal), signal)
            } finally {
              await archive.discard()
            }
          },
          signal,
        )
        .catch(refuseFullQueue)
        .catch((error: unknown) => {
          throw signal?.aborted ? new AppError('INVALID', 'UPLOAD_INTERRUPTED') : error
        })
    },
  }
}
export type ArchiveService = ReturnType<typeof createArchiveService>

export const receivedFile = (fileName: string, received: ReceivedDocument | undefined): ReceivedFile =>
  received && 'itemId' in received
    ? { fileName, itemId: received.itemId, problem: null }
    : { fileName, itemId: null, problem: { code: 'INBOX_DUPLICATE', message: REFUSAL.INBOX_DUPLICATE } }
