import type { ShownReport } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { inboxItems, inboxSources, reportFiles, users } from '../../core/tables.gen.ts'
import { columnsOf, from } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import { firstPageOf, pageImageRow } from '../files/page-images/page-image-row.ts'
import { REPORT_JOINS, REPORT_LABS, reportRow, toReport } from '../reports/list/report-row.ts'
import { stampOf, stampStateRow } from '../stamping/copies/stamp-state.ts'

const shownReportRow = reportRow.extend({
  ...stampStateRow.shape,
  ...pageImageRow.shape,
  sha256: from("encode(f.sha256, 'hex')", z.string()),
  slipName: from('slip.name', reportFiles.name.nullable()),
  automaticSource: from('source.name', inboxSources.name.nullable()),
  releaserName: from('releaser.full_name', users.fullName.nullable()),
  isReleasedAlone: from('release.alone_reason is not null', z.boolean()),
  reviewedAt: from('item.reviewed_at', inboxItems.reviewedAt),
  reviewerName: from('reviewer.full_name', users.fullName.nullable()),
})

export const SHOWN_REPORTS = `select ${columnsOf(shownReportRow, 'r')} from reports r ${REPORT_JOINS}
  left join lab_letterheads letterhead on letterhead.lab_id = coalesce(r.lab_id, p.lab_id)
  left join stamped_files stamped on stamped.report_id = r.id and stamped.version = r.version
  left join report_files slip on slip.id = case when stamped.kind = 'slip' then stamped.file_id end
  left join page_images image
    on image.file_id = case when stamped.kind = 'stamped' then stamped.file_id else r.file_id end
  left join inbox_items item on item.report_id = r.id and item.is_automatic
  left join inbox_sources source on source.id = item.source_id
  left join unreleased_reports release on release.id = r.release_id
  left join users releaser on releaser.id = release.released_by
  left join users reviewer on reviewer.id = item.reviewed_by`

/** Null if a user published the report. */
const automaticOf = (row: RowOf<typeof shownReportRow>): ShownReport['automatic'] =>
  row.automaticSource === null
    ? null
    : {
        source: row.automaticSource,
        reviewed: row.reviewedAt === null ? null : { at: row.reviewedAt, by: row.reviewerName ?? '' },
      }

/** One statement for the report, its letterhead, its first page and how it was published. */
export const findShownReport = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<ShownReport | undefined> => {
  const row = await db.maybeOne(
    shownReportRow,
    (parameters) => `${SHOWN_REPORTS}
      where r.id = ${parameters.add(id)} and ${labCondition(scope, parameters, ...REPORT_LABS)}`,
    { name: scope.everyLab ? 'find-shown-report-anywhere' : 'find-shown-report' },
  )
  return (
    row && {
      ...toReport(row),
      sha256: row.sha256,
      firstPage: firstPageOf(row, row.fileName),
      stamp: stampOf(row, row.fileName, row.slipName),
      automatic: automaticOf(row),
      ...(row.releaserName !== null && {
        released: { by: { fullName: row.releaserName }, isAlone: row.isReleasedAlone },
      }),
    }
  )
}
