import { Readable } from 'node:stream'
import { newFileName } from '../src/platform/file-storage/file-name.ts'
import { storeFile, type FileStorage } from '../src/platform/file-storage/file-storage.ts'
import type { Queryable } from '../src/platform/database/database.ts'
import { idRow } from '../src/platform/database/row-schema.ts'

interface Submission {
  /** Since it awaits release. */
  minutes: number
  isCritical?: boolean
  returned?: string
}

const SUBMISSIONS: readonly Submission[] = [
  { minutes: 12, isCritical: true },
  { minutes: 150 },
  { minutes: 35 },
  { minutes: 200, returned: 'The reference range of free T4 is missing.' },
]

interface Place {
  labId: number
  staff: Record<string, number>
  storage: FileStorage
  type: { id: number; title: string }
  /** Makes the PDF file of a patient's result. */
  drawSheet: (patientId: number) => Promise<Buffer>
}

const addSubmission = async (
  tx: Queryable,
  { labId, staff, storage, type, drawSheet }: Place,
  patientId: number,
  { minutes, isCritical = false, returned }: Submission,
) => {
  const name = newFileName('.pdf')
  const { sizeBytes, sha256 } = await storeFile(storage, name, Readable.from([await drawSheet(patientId)]))
  const { id } = await tx.one(
    idRow,
    `with f as (
       insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       values ($1, 'thyroid-function.pdf', 'application/pdf', $2, $3, $4) returning id
     )
     insert into unreleased_reports (lab_id, patient_id, report_type_id, title, file_id, sha256, author_id, author_ids,
                                     created_at, awaiting_since, critical_at)
     select $5, $6, $7, $8, f.id, $3, $4, array[$4::bigint], now() - make_interval(mins => $9),
            now() - make_interval(mins => $9), case when $10 then now() - make_interval(mins => $9) end
       from f returning id`,
    [
      name,
      sizeBytes,
      sha256,
      staff['technician'],
      labId,
      patientId,
      type.id,
      type.title,
      minutes,
      isCritical,
    ],
  )
  if (isCritical)
    await tx.execute(
      `insert into critical_results (unreleased_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at)
       select id, lab_id, 'flagged', author_id, critical_at, 30, critical_at + interval '30 minutes'
         from unreleased_reports where id = $1`,
      [id],
    )
  if (returned)
    await tx.execute(
      `update unreleased_reports set state = 'returned', returned_by = $2, returned_at = now(), return_reason = $3
        where id = $1`,
      [id, staff['doctor'], returned],
    )
}

/** One lab needs two people for a report type, and has reports in each state between them. */
export const insertReleases = async (tx: Queryable, place: Place): Promise<void> => {
  await tx.execute(
    `insert into lab_release_settings (lab_id, two_persons, report_type_ids, allows_alone)
     values ($1, 'types', array[$2::bigint], true)`,
    [place.labId, place.type.id],
  )
  const patients = await tx.query(
    idRow,
    'select id from patients where lab_id = $1 order by id desc offset 6 limit $2',
    [place.labId, SUBMISSIONS.length],
  )
  for (const [index, { id }] of patients.entries()) {
    const submission = SUBMISSIONS[index]
    if (submission) await addSubmission(tx, place, id, submission)
  }
}

/** The lab follows critical results: its newest reports have an open one, after a call in vain, and a closed one. */
export const insertCriticalResults = async (
  tx: Queryable,
  { labId, staff }: Pick<Place, 'labId' | 'staff'>,
): Promise<void> => {
  await tx.execute('insert into lab_critical_settings (lab_id, is_on) values ($1, true)', [labId])
  await tx.execute(
    `with r as (
       select id, row_number() over (order by created_at desc, id desc) as place from reports
        where lab_id = $1 and withdrawn_at is null order by created_at desc, id desc limit 2
     ), c as (
       insert into critical_results (report_id, lab_id, cause, flagged_by, flagged_at, target_minutes, due_at,
                                     next_escalation_at)
       select r.id, $1, 'flagged', $2, f.at, 30, f.at + interval '30 minutes', f.at + interval '15 minutes'
         from r cross join lateral (select now() - make_interval(mins => case r.place when 1 then 9 else 25 end) as at) f
       returning id, flagged_at, flagged_at < now() - interval '10 minutes' as is_closed
     )
     insert into critical_calls (critical_result_id, called_by, person, person_role, phone, began_at, ended_at, read_out,
                                 value, unit, identifiers, outcome)
     select c.id, $3, 'Dr. Huda Salem', 'Referring doctor', '+971501239001', k.at, k.at + interval '2 minutes',
            case when c.is_closed then 'Potassium, hemolysis excluded' end, case when c.is_closed then '6.9' end,
            case when c.is_closed then 'mmol/L' end, case when c.is_closed then 'name and date of birth' end,
            case when c.is_closed then 'read-back' else 'not-reached' end
       from c cross join lateral (
         select c.flagged_at + case when c.is_closed then interval '16 minutes' else interval '4 minutes' end as at
       ) k`,
    [labId, staff['technician'], staff['doctor']],
  )
  await tx.execute(
    `update critical_results c
        set closed_at = now(), closed_by = $2, closing = 'read-back', informed_at = k.ended_at, next_escalation_at = null
       from critical_calls k where k.critical_result_id = c.id and k.outcome = 'read-back' and c.lab_id = $1`,
    [labId, staff['doctor']],
  )
}
