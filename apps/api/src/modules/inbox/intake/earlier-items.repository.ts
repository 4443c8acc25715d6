import { z } from 'zod'
import { inboxItems, patients, reports, unreleasedReports } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow } from '../../../platform/database/row-schema.ts'
import { statedVisit, type StatedVisit } from '../../visits/stated-visit.ts'
import { identityRow } from '../matching/identity.ts'
import { patientKeysOf } from './patient-keys.ts'
import type { EarlierItem } from './statements.ts'

export interface Thread {
  sourceId: number | null
  uploadedBy: number | null
  orderKey: string | null
  sha256: Buffer | null
}

const earlierRow = z.object({
  ...pick(inboxItems, 'id kind state problem targetReportId isCritical'),
  visit: from('i.visit', statedVisit.nullable()),
  patientKeys: inboxItems.patientKeys,
  identity: from('i.hints', from('i.hints', identityRow.nullable())),
  hasSameFile: z.boolean(),
  hasSameStatement: z.boolean(),
  reportId: from('r.id', reports.id.nullable()),
  reportHasSameFile: z.boolean(),
  unreleasedId: from('u.id', unreleasedReports.id.nullable()),
  fullName: from('p.full_name', patients.fullName.nullable()),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth.nullable()),
  emrId: from('p.emr_id', patients.emrId),
})

/** Items of the previous version: the known patient, or the patient of the report. */
const keysOf = ({
  patientKeys,
  identity,
  fullName,
  dateOfBirth,
  emrId,
}: Pick<z.output<typeof earlierRow>, 'patientKeys' | 'identity' | 'fullName' | 'dateOfBirth' | 'emrId'>) =>
  patientKeys ??
  patientKeysOf(
    identity?.hints ?? {
      names: fullName === null ? [] : [fullName],
      birthDates: dateOfBirth === null ? [] : [{ written: dateOfBirth, dates: [dateOfBirth] }],
      emrIds: emrId === null ? [] : [emrId],
      patientIds: [],
    },
  )

export interface KnownItem extends Omit<EarlierItem, 'hasAdditions' | 'hasOtherVisit'> {
  isCritical: boolean
  visit: StatedVisit | null
  patientKeys: string[]
  /** Its report that awaits release. */
  unreleasedId: number | null
}

const NEWEST = 50

export const lockEarlierItems = async (
  tx: Queryable,
  thread: Thread,
  statement: Buffer,
): Promise<KnownItem[]> => {
  const { sourceId, uploadedBy, orderKey, sha256 } = thread
  // A separate statement: its snapshot includes the commits of earlier lock holders.
  const locked = await tx.query(
    idRow,
    orderKey === null
      ? `select i.id from report_files f join inbox_items i on i.file_id = f.id
          where f.sha256 = $3 and i.order_key is null
            and i.source_id is not distinct from $1 and i.uploaded_by is not distinct from $2
          order by i.id desc limit ${NEWEST} for update of i`
      : `select i.id from inbox_items i where i.source_id = $1 and i.order_key = $2
          order by i.id desc limit ${NEWEST} for update`,
    orderKey === null ? [sourceId, uploadedBy, sha256] : [sourceId, orderKey],
    { name: orderKey === null ? 'lock-items-of-file' : 'lock-items-of-order' },
  )
  if (locked.length === 0) return []
  const rows = await tx.query(
    earlierRow,
    `select ${columnsOf(earlierRow, 'i', {
      hasSameFile: 'coalesce(f.sha256 = $2, false)',
      hasSameStatement: 'coalesce(i.statement = $3, false)',
      reportHasSameFile: 'coalesce(rf.sha256 = $2, false)',
    })}
       from inbox_items i
       left join report_files f on f.id = i.file_id
       left join reports r on r.id = i.report_id and r.withdrawn_at is null
       left join report_files rf on rf.id = r.file_id
       left join patients p on p.id = r.patient_id
       left join unreleased_reports u on u.inbox_item_id = i.id and u.state in ('awaiting', 'returned')
      where i.id = any($1::bigint[]) order by i.id desc`,
    [locked.map(({ id }) => id), sha256, statement],
    { name: 'find-earlier-items' },
  )
  return rows.map(({ reportId, reportHasSameFile, identity, fullName, dateOfBirth, emrId, ...item }) => ({
    ...item,
    patientKeys: keysOf({ patientKeys: item.patientKeys, identity, fullName, dateOfBirth, emrId }),
    report: reportId === null ? null : { id: reportId, hasSameFile: reportHasSameFile },
  }))
}
