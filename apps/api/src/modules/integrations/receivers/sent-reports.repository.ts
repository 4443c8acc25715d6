import { CHANGE_TYPES } from '@zelab/contract'
import { z } from 'zod'
import type { Reach } from '../../../core/caller.ts'
import { inReach, isReportCritical, REACH_JOINS, stateOfReport } from '../../../core/conditions.ts'
import {
  integrationReports,
  patients,
  referrers,
  reportFiles,
  reports,
  reportTypes,
  users,
  visits,
} from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

const stateRow = z.object({
  version: reports.version,
  state: from(stateOfReport('r'), z.enum(['withdrawn', 'suspended', 'current'])),
  isInReach: z.boolean(),
  wasCurrent: from('a.is_current', integrationReports.isCurrent.nullable()),
  acceptedType: from('a.accepted_type', z.enum(CHANGE_TYPES).nullable()),
  isConfirmed: from('a.accepted_at is not null', z.boolean()),
  hasNewer: z.boolean(),
  sentChange: from('a.sent_change', integrationReports.sentChange),
  sentType: from('a.sent_type', z.enum(CHANGE_TYPES).nullable()),
  sentVersion: from('a.sent_version', integrationReports.sentVersion),
  sealedSent: from('a.sealed_sent', integrationReports.sealedSent),
  sealedAccepted: from('a.sealed_accepted', integrationReports.sealedAccepted),
  fileName: from('f.name', reportFiles.name),
})
export type SentState = RowOf<typeof stateRow>

/** The state of a report now, for the receiver of one of its changes. */
export const findSentState = (
  db: Queryable,
  receiver: Reach & { id: number },
  { reportId, changeSequence }: { reportId: number; changeSequence: number },
): Promise<SentState | undefined> => {
  const parameters = new SqlParameters()
  const reach = inReach(receiver, parameters)
  const [id, report, sequence] = [receiver.id, reportId, changeSequence].map((value) => parameters.add(value))
  return db.maybeOne(
    stateRow,
    `select ${columnsOf(stateRow, 'r', {
      isInReach: `coalesce(${reach}, false)`,
      hasNewer: `exists (select from report_changes n where n.report_id = r.id and n.sequence > ${sequence})`,
    })}
       from reports r ${REACH_JOINS}
       join report_files f on f.id = r.file_id
       left join integration_reports a on a.integration_id = ${id} and a.report_id = r.id
      where r.id = ${report}`,
    parameters.values,
    {
      name: [
        'find-sent-state',
        receiver.referrerId === null ? 'lab' : 'referrer',
        receiver.includesSensitive ? 'all' : 'plain',
      ].join('-'),
    },
  )
}

/** Fields of HL7 messages. */
export const messageRow = z.object({
  reportId: from('r.id', reports.id),
  version: reports.version,
  typeId: from('t.id', reportTypes.id),
  typeTitle: from('t.title', reportTypes.title),
  loinc: from('t.loinc', reportTypes.loinc),
  orderNumber: from('v.order_number', visits.orderNumber),
  collectedAt: from('v.collected_at', visits.collectedAt),
  collectedOn: from('v.collected_on', visits.collectedOn),
  /** Time of the version or its withdrawal. */
  changedAt: from('greatest(r.created_at, r.amended_at, r.withdrawn_at)', reports.createdAt),
  isCritical: from(isReportCritical('r'), z.boolean()),
  referrerName: from('o.name', referrers.name.nullable()),
  referrerLicense: from('o.license_number', referrers.licenseNumber.nullable()),
  releaserName: from('e.full_name', users.fullName.nullable()),
  patientId: from('p.id', patients.id),
  fullName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  gender: from('p.gender', z.enum(['MALE', 'FEMALE', 'OTHER']).nullable()),
  emrId: from('p.emr_id', patients.emrId),
  nationalId: from('p.national_id', patients.nationalId),
  phone: from('p.phone', patients.phone),
})
const contentRow = messageRow.extend({
  name: from('f.name', reportFiles.name),
  originalName: from('f.original_name', reportFiles.originalName),
  mediaType: from('f.media_type', reportFiles.mediaType),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes),
  checksum: from("encode(f.sha256, 'hex')", z.string()),
})
export type SentReport = RowOf<typeof contentRow>

/** Content of HL7 messages. The receiver's reach was checked. */
export const findSentReport = (db: Queryable, id: number): Promise<SentReport> =>
  db.one(
    contentRow,
    `select ${columnsOf(contentRow, 'r')}
       from reports r ${REACH_JOINS}
       join report_files f on f.id = r.file_id
       left join referrers o on o.id = v.referrer_id
       left join unreleased_reports n on n.id = r.release_id
       left join users e on e.id = n.released_by
      where r.id = $1`,
    [id],
    { name: 'find-sent-report' },
  )
