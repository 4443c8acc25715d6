import { INBOX_ZIP_MAX_MB, REFUSAL, type ReceivedFile } from '@zelab/contract'
import { invalidField, notFound } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { displayName, type FilePart } from '../../../core/file-part.ts'
import type { LabService } from '../../labs/labs.service.ts'
import type { Context } from '../../../core/context.ts'
import type { Intake, Origin } from '../intake/arrival.ts'
import { type ArchiveService, receivedFile } from './archives.service.ts'
import { isArchive } from './zip-archive.ts'

export const INBOX_UPLOAD_MB = INBOX_ZIP_MAX_MB

const UPLOAD_LIMIT = { perAccount: 2_000, perAddress: 10_000, windowMinutes: 60 } as const

export const createInboxUploadService = ({
  intake,
  archives,
  labs,
  rateLimiter,
}: Pick<Context, 'rateLimiter'> & { intake: Intake; archives: ArchiveService; labs: LabService }) => {
  const limiter = rateLimiter('inbox-upload', UPLOAD_LIMIT)
  const labOf = async (caller: Caller, labId: number | undefined): Promise<number> => {
    if (caller.user.lab) return caller.user.lab.id
    if (labId === undefined) throw invalidField('labId', REFUSAL.INBOX_LAB_REQUIRED)
    const lab = await labs.get(caller, labId)
    if (!lab) throw notFound('LAB_NOT_FOUND')
    return lab.id
  }

  return {
    expect: (caller: Caller): Promise<void> => limiter.attempt({ account: String(caller.user.id) }),

    /** One row per file of an archive. A refused file does not stop the others. */
    async receive(
      caller: Caller,
      { key, labId }: { key: string; labId?: number | undefined },
      part: FilePart,
      signal?: AbortSignal,
    ): Promise<ReceivedFile[]> {
      const { fileName, content } = part
      const upload = { userId: caller.user.id, key }
      const origin: Origin & { upload: typeof upload } = { labId: await labOf(caller, labId), upload }
      if (isArchive(fileName)) return archives.receive(caller, origin, part, signal)
      const [received] = await intake.receive(origin, [{ fileName, content }], { signal, actor: caller })
      return [receivedFile(displayName(fileName), received)]
    },
  }
}
export type InboxUploadService = ReturnType<typeof createInboxUploadService>
