import { reportPageAddress, type FirstPage } from '@zelab/contract'
import { z } from 'zod'
import { pageImages } from '../../../core/tables.gen.ts'
import { from } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

/** An image `image`, which an outer join may not find. */
export const pageImageRow = z.object({
  imageWidth: from('image.width', pageImages.width),
  imageHeight: from('image.height', pageImages.height),
  /** An attempt of the last day failed. */
  hasImageFailed: from(
    "image.file_id is not null and image.name is null and image.made_at > now() - interval '1 day'",
    z.boolean(),
  ),
})

/**
 * Address and size, so that a screen can reserve the space.
 * @param fileName of the uploaded file, whose address shows the image of its copy
 */
export const firstPageOf = (row: RowOf<typeof pageImageRow>, fileName: string): FirstPage => ({
  address: reportPageAddress(fileName),
  width: row.imageWidth,
  height: row.imageHeight,
  isUnavailable: row.hasImageFailed,
})
