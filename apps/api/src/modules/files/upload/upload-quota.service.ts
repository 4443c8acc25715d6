import type { Context } from '../../../core/context.ts'
import type { Caller } from '../../../core/caller.ts'
import type { FileStorage } from '../../../platform/file-storage/file-storage.ts'
import { readUnpublishedBytes } from '../report-files.repository.ts'
import { refusedFile } from '../../inspection/upload-checks.ts'

export interface UploadQuota {
  userBytes: number
  labBytes: number
  reserveBytes: number
}

const MEGABYTE = 1024 * 1024
export const DEFAULT_UPLOAD_QUOTA: UploadQuota = {
  userBytes: 1_000 * MEGABYTE,
  labBytes: 10_000 * MEGABYTE,
  reserveBytes: 200 * MEGABYTE,
}

export interface UploadQuotaService {
  /** Rejects above a quota. Reserves the size until the returned function is called. */
  reserve(caller: Caller, sizeBytes: number): Promise<() => void>
  requireSpace(sizeBytes: number): Promise<void>
}

/** Limits unpublished uploads per user and lab, and total disk space. */
export const createUploadQuotaService = ({
  database,
  storage,
  quota,
}: Pick<Context, 'database'> & {
  storage: Pick<FileStorage, 'freeBytes'>
  quota: UploadQuota
}): UploadQuotaService => {
  const arriving = new Set<{ userId: number; labId: number | null; sizeBytes: number }>()
  const sumOf = (isCounted: (upload: { userId: number; labId: number | null }) => boolean) => {
    let sum = 0
    for (const upload of arriving) if (isCounted(upload)) sum += upload.sizeBytes
    return sum
  }

  return {
    async requireSpace(sizeBytes) {
      const free = await storage.freeBytes()
      if (free - sumOf(() => true) - sizeBytes < quota.reserveBytes)
        throw refusedFile('INSUFFICIENT_STORAGE', 'DISK_ALMOST_FULL')
    },

    async reserve(caller, sizeBytes) {
      const userId = caller.user.id
      const labId = caller.user.lab?.id ?? null
      const own = { userId, labId, sizeBytes }
      // Reserved before the checks, so that concurrent uploads count each other.
      arriving.add(own)
      // Summed before the rows are read, so that an upload that ends meanwhile is counted at least once.
      const arrivingOfUser = sumOf((one) => one.userId === userId)
      const arrivingOfLab = sumOf((one) => one.labId === labId)
      const arrivingInAll = sumOf(() => true)
      try {
        const [stored, free] = await Promise.all([
          readUnpublishedBytes(database, { userId, labId }),
          storage.freeBytes(),
        ])
        if (stored.ofUser + arrivingOfUser > quota.userBytes)
          throw refusedFile('CONFLICT', 'UPLOAD_QUOTA_EXCEEDED')
        if (labId !== null && stored.ofLab + arrivingOfLab > quota.labBytes)
          throw refusedFile('CONFLICT', 'LAB_UPLOAD_QUOTA_EXCEEDED')
        if (free - arrivingInAll < quota.reserveBytes)
          throw refusedFile('INSUFFICIENT_STORAGE', 'DISK_ALMOST_FULL')
      } catch (error) {
        arriving.delete(own)
        throw error
      }
      return () => void arriving.delete(own)
    },
  }
}
