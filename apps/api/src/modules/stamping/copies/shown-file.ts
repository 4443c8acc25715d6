import type { ShownReport } from '@zelab/contract'
import { z } from 'zod'
import { reportPart } from '../../../core/report-part.ts'
import { reportFiles } from '../../../core/tables.gen.ts'
import { firstPageOf, PAGE_IMAGE_COLUMNS, pageImageRow } from '../../files/page-images/page-image-row.ts'
import { STAMP_STATE_COLUMNS, stampOf, stampStateRow } from './stamp-state.ts'

const shownFileRow = z.object({
  ...stampStateRow.shape,
  ...pageImageRow.shape,
  slipName: reportFiles.name.nullable(),
})

/** How the page of a report shows its file: the lab's letterhead and the first page of what is shown. Nothing is made. */
export const SHOWN_FILE = reportPart({
  row: shownFileRow,
  columns: `${STAMP_STATE_COLUMNS}, slip.name as "slipName", ${PAGE_IMAGE_COLUMNS}`,
  joins: `
    left join lab_letterheads letterhead on letterhead.lab_id = coalesce(r.lab_id, p.lab_id)
    left join stamped_files stamped on stamped.report_id = r.id and stamped.version = r.version
    left join report_files slip on slip.id = case when stamped.kind = 'slip' then stamped.file_id end
    left join page_images image
      on image.file_id = case when stamped.kind = 'stamped' then stamped.file_id else r.file_id end`,
  valueOf: (row, fileName): Pick<ShownReport, 'firstPage' | 'stamp'> => ({
    firstPage: firstPageOf(row, fileName),
    stamp: stampOf(row, fileName, row.slipName),
  }),
})
