import { REPORT_FILE_MEDIA_TYPES } from '@zelab/contract'
import { z } from 'zod'
import { pageImages, reportFiles } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { pageImageRow } from './page-image-row.ts'

const knownImageRow = pageImageRow.extend({
  fileId: from('f.id', reportFiles.id),
  mediaType: z.enum(REPORT_FILE_MEDIA_TYPES),
  sizeBytes: reportFiles.sizeBytes,
  imageName: from('image.name', pageImages.name),
  imageSizeBytes: from('image.size_bytes', pageImages.sizeBytes),
  imageSha256: from('image.sha256', pageImages.sha256),
  /** Limits updates of the last use to one per day. */
  isLongUnused: from("coalesce(image.used_at < now() - interval '1 day', false)", z.boolean()),
})
export type KnownImage = RowOf<typeof knownImageRow>

export const findImage = (db: Queryable, fileName: string): Promise<KnownImage | undefined> =>
  db.maybeOne(
    knownImageRow,
    `select ${columnsOf(knownImageRow, 'f')}
       from report_files f left join page_images image on image.file_id = f.id
      where f.name = $1 and f.report_id is not null`,
    [fileName],
    { name: 'find-page-image' },
  )

/** Replaces a failure. False if another process has stored an image meanwhile. */
export const insertImage = async (
  db: Queryable,
  image: { fileId: number; name: string; width: number; height: number; sizeBytes: number; sha256: Buffer },
): Promise<boolean> =>
  (await db.execute(
    `insert into page_images (file_id, name, width, height, size_bytes, sha256) values ($1, $2, $3, $4, $5, $6)
     on conflict (file_id) do update
       set name = excluded.name, width = excluded.width, height = excluded.height,
           size_bytes = excluded.size_bytes, sha256 = excluded.sha256, made_at = now(), used_at = now()
       where page_images.name is null`,
    [image.fileId, image.name, image.width, image.height, image.sizeBytes, image.sha256],
  )) > 0

export const insertFailure = async (db: Queryable, fileId: number): Promise<void> => {
  await db.execute(
    `insert into page_images (file_id) values ($1)
     on conflict (file_id) do update set made_at = now(), used_at = now() where page_images.name is null`,
    [fileId],
  )
}

export const noteUse = async (db: Queryable, fileId: number): Promise<void> => {
  await db.execute('update page_images set used_at = now() where file_id = $1', [fileId])
}

export const deleteImage = async (db: Queryable, name: string): Promise<void> => {
  await db.execute('delete from page_images where name = $1', [name])
}

const nameRow = z.object({ name: pageImages.name })

export const deleteUnusedImages = async (
  db: Queryable,
  limit: number,
): Promise<{ count: number; names: string[] }> => {
  const rows = await db.query(
    nameRow,
    `delete from page_images where file_id in (
       select file_id from page_images where used_at < now() - interval '90 days' order by used_at limit $1)
     returning name`,
    [limit],
  )
  return { count: rows.length, names: rows.flatMap(({ name }) => name ?? []) }
}
