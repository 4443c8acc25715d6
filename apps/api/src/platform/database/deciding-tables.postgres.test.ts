import { describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { tryAsApplication } from '../../testing/application-role.ts'
import { SILENT_MAIL_SERVER, useCritical } from '../../testing/critical.ts'
import { dropReport } from '../../testing/inbox.ts'
import { needTwoPersons, submitReport } from '../../testing/release.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'
import { APPLICATION_RIGHTS } from '../../database-tables.ts'

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const desk = await app.signedIn('Receptionist', lab)
const elsewhere = await app.signedIn('Doctor', await app.createLab())
await useCritical(admin, lab.id)
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
const type = await addReportType(doctor)
const otherType = await addReportType(doctor)
const patient = await registerPatient(doctor)
const foreignPatient = await registerPatient(elsewhere)

const report = (await publishReport(technician, patient, type)).id
const critical = (await publishReport(technician, patient, type, { isCritical: true })).id
const withdrawn = (await publishReport(technician, patient, type)).id
sure(await withdrawReport(doctor, withdrawn))
const newVisit = async (of = patient): Promise<number> =>
  (sure(await desk.post(`/visit/create/${of}`, { reportTypeIds: [type] })) as { id: number }).id
await newVisit()
const visitOfOther = await newVisit(await registerPatient(desk))
const canceledVisit = await newVisit()
sure(await desk.post(`/visit/cancel/${canceledVisit}`))
const item = await dropReport(doctor, 'Waiting')
await app.database.execute('update inbox_items set is_critical = true where id = $1', [item])
await needTwoPersons(admin, lab)
const awaiting = await submitReport(technician, patient, type)
const result = (
  await app.database.one<{ id: number }>('select id from critical_results where report_id = $1', [critical])
).id

const MORE = "'Ten letters or more'"
const closedAs = (closing: string, by: number, more = '') =>
  `closing = '${closing}', closed_at = now(), closed_by = ${by} ${more}`

interface Tried {
  id: number
  /** Refused assignments, by the column that they are about. */
  refused: Readonly<Record<string, string | string[]>>
  /** Columns that people or jobs change as they like, by the reason. */
  free: Readonly<Record<string, string>>
}

const DECIDING: Readonly<Record<string, Tried>> = {
  critical_results: {
    id: result,
    refused: {
      report_id: `report_id = ${report}`,
      flagged_at: [
        "flagged_at = flagged_at - interval '1 hour'",
        "flagged_at = flagged_at + interval '1 hour'",
      ],
      due_at: ["due_at = due_at + interval '1 day'", "due_at = due_at - interval '1 minute'"],
      escalations: ['escalations = escalations + 1', 'escalations = -1'],
      next_escalation_at: [
        "next_escalation_at = next_escalation_at + interval '1 hour'",
        'next_escalation_at = null',
        'next_escalation_at = null, escalations = 2',
        "next_escalation_at = next_escalation_at + interval '1 year', escalations = escalations + 1",
        "next_escalation_at = next_escalation_at - interval '1 minute', escalations = escalations + 1",
      ],
      restored_at: 'restored_at = now()',
      closing: [
        closedAs('withdrawn', doctor.user.id),
        closedAs('reassigned', doctor.user.id),
        closedAs('joined', doctor.user.id),
        closedAs('read-back', doctor.user.id, ', informed_at = now()'),
        closedAs('mistaken', technician.user.id, `, closing_reason = ${MORE}`),
        closedAs('mistaken', elsewhere.user.id, `, closing_reason = ${MORE}`),
      ],
      closed_at: 'closed_at = now()',
      closed_by: `closed_by = ${doctor.user.id}`,
      closing_reason: `closing_reason = ${MORE}`,
      informed_at: 'informed_at = now()',
      message_allowed_at: 'message_allowed_at = now()',
      message_allowed_by: [technician, elsewhere, admin].map(
        ({ user }) =>
          `message_allowed_by = ${user.id}, message_allowed_at = now(), message_reason = ${MORE}, message_version = version, message_sha256 = sha256`,
      ),
      message_reason: `message_reason = ${MORE}`,
      message_version: 'message_version = version + 1',
      message_sha256: 'message_sha256 = sha256',
      version: 'version = version + 1, about_since = now()',
      revision: 'revision = 1, about_since = now()',
      sha256: "sha256 = '\\x00', about_since = now()",
      about_since: 'about_since = now()',
    },
    free: {},
  },
  unreleased_reports: {
    id: awaiting,
    refused: {
      patient_id: `patient_id = ${foreignPatient}`,
      report_type_id: `report_type_id = ${otherType}`,
      title: "title = 'Other'",
      remark: "remark = 'Other'",
      file_id: `file_id = (select file_id from inbox_items where id = ${item})`,
      sha256: "sha256 = sha256(''::bytea)",
      visit_id: `visit_id = ${canceledVisit}`,
      inbox_item_id: `inbox_item_id = ${item}`,
      author_id: `author_id = ${doctor.user.id}`,
      author_ids: `author_ids = array[${doctor.user.id}]`,
      revision: ['revision = revision + 2', 'revision = 0', "revision = revision + 1, state = 'returned'"],
      opened_by: ['opened_by = null', `revision = revision + 1, opened_by = array[${doctor.user.id}]`],
      state: [
        `state = 'released', released_by = ${doctor.user.id}`,
        "state = 'returned'",
        "state = 'discarded', discarded_at = now()",
      ],
      returned_by: `returned_by = ${doctor.user.id}`,
      returned_at: 'returned_at = now()',
      return_reason: `return_reason = ${MORE}`,
      released_by: `released_by = ${doctor.user.id}`,
      released_at: 'released_at = now()',
      alone_reason: `alone_reason = ${MORE}`,
      reviewed_by: `reviewed_by = ${doctor.user.id}`,
      reviewed_at: 'reviewed_at = now()',
      discarded_by: `discarded_by = ${doctor.user.id}`,
      discarded_at: 'discarded_at = now()',
      discard_reason: `discard_reason = ${MORE}`,
      critical_at: 'critical_at = now()',
      suspended_by: `suspended_by = ${doctor.user.id}`,
      suspended_at: 'suspended_at = now()',
    },
    free: { 'An author replies to who sent it back.': 'return_reply' },
  },
  reports: {
    id: report,
    refused: {
      patient_id: `patient_id = ${foreignPatient}`,
      report_type_id: `report_type_id = ${otherType}`,
      title: "title = 'Other'",
      remark: "remark = 'Other'",
      file_id: `file_id = (select file_id from inbox_items where id = ${item})`,
      withdrawn_at: `withdrawn_at = now() - interval '1 day', withdrawn_by = ${doctor.user.id}, withdrawal_reason = 'error'`,
      withdrawn_by: `withdrawn_by = ${doctor.user.id}`,
      withdrawal_reason: "withdrawal_reason = 'error'",
      withdrawal_note: "withdrawal_note = 'Other'",
      version: ['version = version + 1', 'version = version + 2', 'version = 0'],
      amended_at: 'amended_at = now()',
      amended_by: `amended_by = ${doctor.user.id}`,
      amendment_reason: "amendment_reason = 'clerical'",
      amendment_note: "amendment_note = 'Other'",
      visit_id: `visit_id = ${visitOfOther}`,
      release_id: `release_id = ${awaiting}`,
    },
    free: { 'The feed of changes reads it; a trigger sets it.': 'changed_at' },
  },
  visits: {
    id: canceledVisit,
    refused: {
      patient_id: `patient_id = ${foreignPatient}`,
      canceled_at: 'canceled_at = null',
      canceled_by: `canceled_by = ${doctor.user.id}`,
      is_awaited: 'is_awaited = true',
      target_at: 'is_awaited = true, target_at = now()',
    },
    free: {
      'Staff edit visits.': `referrer_id is_referrer_certain order_number collected_at received_at collected_on
        received_on promised_at payment payment_by payment_at waiver_reason note`,
      'A merge drops a key that the survivor has.': 'order_key',
      'Stale forms are found by it.': 'updated_at',
    },
  },
  patients: {
    id: patient,
    refused: { merged_into: [`merged_into = ${foreignPatient}`, `merged_into = ${patient}`] },
    free: {
      'Staff edit patients.': `full_name emr_id national_id email phone date_of_birth gender address_line1 city
        registration_type`,
      'The search texts of merged records.': 'former_ids',
      'Stale forms are found by it.': 'updated_at',
    },
  },
  inbox_items: {
    id: item,
    refused: {
      critical_since: ['critical_since = null', "critical_since = critical_since + interval '1 hour'"],
      escalations: 'escalations = escalations + 1',
      next_escalation_at: [
        'next_escalation_at = null',
        'next_escalation_at = null, escalations = 2',
        "next_escalation_at = next_escalation_at + interval '1 year', escalations = escalations + 1",
      ],
      escalation_held_at: 'escalation_held_at = now()',
    },
    free: {
      'The sender, the matching and staff change an item; its report has its own rules.': `upload_key kind file_id
        file_name hints text has_codes_read title report_type_id match patient_id matched_at problem target_report_id
        claimed_by claimed_until state decided_by decided_at reject_reason reject_note report_id is_automatic
        reviewed_by reviewed_at statement changed_at revision visit is_critical patient_keys notices has_proposal opened_by`,
    },
  },
}

const asApplication = (text: string, values?: unknown[]) => tryAsApplication(app.database, text, values)
const REFUSAL = /^(?!accepted)/

describe.each(Object.entries(DECIDING))('the application role, in %s', (table, { id, refused, free }) => {
  it('changes no column but as the program does [RIGHT-06]', async () => {
    const columns = await app.database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1`,
      [table],
    )
    const changed = (APPLICATION_RIGHTS.tables[table]?.changes ?? '').trim().split(/\s+/)
    const freely = Object.values(free).flatMap((text) => text.split(/\s+/))
    expect([...Object.keys(refused), ...freely].toSorted()).toEqual(changed.toSorted())
    for (const { name } of columns) {
      if (freely.includes(name)) continue
      const assignments = changed.includes(name) ? [refused[name] ?? []].flat() : [`${name} = default`]
      for (const assignment of assignments)
        await expect(
          asApplication(`update ${table} set ${assignment} where id = $1`, [id]),
          assignment,
        ).rejects.toThrow(REFUSAL)
    }
  })
})

describe('the application role', () => {
  it('keeps a withdrawal as it was made, and moves no visit to another lab when it adds it [RIGHT-10]', async () => {
    for (const assignment of [
      "withdrawal_note = 'Other'",
      'withdrawn_at = null, withdrawn_by = null, withdrawal_reason = null',
    ])
      await expect(
        asApplication(`update reports set ${assignment} where id = $1`, [withdrawn]),
      ).rejects.toThrow('A withdrawal is made now, and stays')
    const add = (labId: number | null) =>
      asApplication('insert into visits (lab_id, patient_id) values ($1, $2)', [labId, patient])
    await expect(add(lab.id)).rejects.toThrow('accepted')
    await expect(add(elsewhere.user.labId)).rejects.toThrow('stay in their lab')
  })
})
