import { createHash } from 'node:crypto'
import type { Context } from '../../../core/context.ts'
import { AppError, notFound } from '../../../core/app-error.ts'
import { QueueFullError } from '../../../platform/fair-queue.ts'
import { FileMissingError, readWholeFile } from '../../../platform/file-storage/file-storage.ts'
import type { PageDrawer } from '../../inspection/page-drawer.ts'
import type { OrphanedUploadService } from '../orphans/orphaned-uploads.service.ts'
import {
  deleteImage,
  deleteUnusedImages,
  findImage,
  insertFailure,
  insertImage,
  noteUse,
  type KnownImage,
} from './page-images.repository.ts'

export interface PageImage {
  content: Buffer
  checksum: string
}

/** Above the size of any image: 1200 × 2400 pixels take 11 MB without compression. */
const LARGEST_IMAGE = 16_000_000
const RETRY_SECONDS = 5
const REMOVED_AT_ONCE = 200
/** Queue owner of background images. User ids are positive. */
const BACKGROUND = 0

const failed = () => notFound('PAGE_IMAGE_FAILED')

/**
 * Draws the first page of each report file at publication or first view, and stores it (ADR 23). Callers check access
 * first.
 */
export const createPageImageService = ({
  database,
  storage,
  drawer,
  orphans,
}: Pick<Context, 'database' | 'storage'> & { drawer: PageDrawer; orphans: OrphanedUploadService }) => {
  const inProgress = new Map<string, Promise<PageImage>>()

  /** Undefined for a missing or changed image, which is drawn again. */
  const readStored = async (known: KnownImage): Promise<PageImage | undefined> => {
    const { imageName: name, imageSizeBytes: sizeBytes, imageSha256 } = known
    if (name === null || sizeBytes === null || imageSha256 === null) return undefined
    const content = await readWholeFile(storage, {
      name,
      sizeBytes: Math.min(sizeBytes, LARGEST_IMAGE),
    }).catch((error: unknown) => {
      if (error instanceof FileMissingError) return undefined
      throw error
    })
    if (content && createHash('sha256').update(content).digest().equals(imageSha256)) {
      if (known.isLongUnused) await noteUse(database, known.fileId)
      return { content: Buffer.from(content.buffer), checksum: imageSha256.toString('hex') }
    }
    await database.transaction(async (tx) => {
      await deleteImage(tx, name)
      await orphans.markForRemoval(tx, [name])
    })
    await orphans.removeNow(name)
    return undefined
  }

  const draw = async (fileName: string, known: KnownImage, owner: number): Promise<PageImage> => {
    const { fileId, mediaType } = known
    const file = { name: fileName, sizeBytes: known.sizeBytes }
    const page = await drawer
      .drawFirstPage({ owner, mediaType, read: () => readWholeFile(storage, file) })
      .catch((error: unknown) => {
        if (error instanceof QueueFullError)
          throw new AppError('THROTTLED', 'TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS })
        throw error instanceof FileMissingError ? notFound('FILE_NOT_FOUND') : error
      })
    if (!page) {
      await insertFailure(database, fileId)
      throw failed()
    }
    const content = Buffer.from(page.content)
    const { width, height } = page
    const { sha256 } = await orphans.storeMade('.webp', content, (tx, file) =>
      insertImage(tx, { fileId, width, height, ...file }),
    )
    return { content, checksum: sha256.toString('hex') }
  }

  const read = async (fileName: string, owner: number): Promise<PageImage> => {
    const known = await findImage(database, fileName)
    if (!known) throw notFound('FILE_NOT_FOUND')
    const stored = await readStored(known)
    if (stored) return stored
    if (known.hasImageFailed) throw failed()
    return draw(fileName, known, owner)
  }

  return {
    /** Concurrent requests for the same file share one drawing. */
    read(fileName: string, owner: number): Promise<PageImage> {
      const running = inProgress.get(fileName)
      if (running) return running
      const reading = read(fileName, owner).finally(() => inProgress.delete(fileName))
      inProgress.set(fileName, reading)
      return reading
    },

    async drawInBackground({ fileName }: { fileName: string }): Promise<void> {
      await this.read(fileName, BACKGROUND).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    },

    async removeUnused(): Promise<void> {
      for (;;) {
        const { count } = await database.transaction(async (tx) => {
          const unused = await deleteUnusedImages(tx, REMOVED_AT_ONCE)
          await orphans.markForRemoval(tx, unused.names)
          return unused
        })
        if (count < REMOVED_AT_ONCE) return
      }
    },
  }
}
export type PageImageService = ReturnType<typeof createPageImageService>
