import type { ShownReport } from '@zelab/contract'
import { z } from 'zod'
import { reportPart } from '../../../core/report-part.ts'
import { inboxItems, inboxSources, users } from '../../../core/tables.gen.ts'

const automaticRow = z.object({
  automaticSource: inboxSources.name.nullable(),
  reviewedAt: inboxItems.reviewedAt,
  reviewerName: users.fullName.nullable(),
})

/** How a report was published automatically; null when a person published it. */
export const AUTOMATIC_PUBLISHING = reportPart({
  row: automaticRow,
  columns: `source.name as "automaticSource", item.reviewed_at as "reviewedAt", reviewer.full_name as "reviewerName"`,
  joins: `
    left join inbox_items item on item.report_id = r.id and item.is_automatic
    left join inbox_sources source on source.id = item.source_id
    left join users reviewer on reviewer.id = item.reviewed_by`,
  valueOf: ({ automaticSource, reviewedAt, reviewerName }): ShownReport['automatic'] =>
    automaticSource === null
      ? null
      : {
          source: automaticSource,
          reviewed: reviewedAt === null ? null : { at: reviewedAt, by: reviewerName ?? '' },
        },
})
