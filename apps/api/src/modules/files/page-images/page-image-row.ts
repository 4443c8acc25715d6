import { reportPageAddress, type FirstPage } from '@zelab/contract'
import { z } from 'zod'
import { pageImages } from '../../../core/tables.gen.ts'
import { from } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const pageImageRow = z.object({
  imageWidth: from('image.width', pageImages.width),
  imageHeight: from('image.height', pageImages.height),
  hasImageFailed: from(
    "image.file_id is not null and image.name is null and image.made_at > now() - interval '1 day'",
    z.boolean(),
  ),
})

/**
 * Includes the size, so that the page can reserve space.
 * @param fileName of the uploaded file, whose address shows the image of its copy
 */
export const firstPageOf = (row: RowOf<typeof pageImageRow>, fileName: string): FirstPage => ({
  address: reportPageAddress(fileName),
  width: row.imageWidth,
  height: row.imageHeight,
  isUnavailable: row.hasImageFailed,
})
