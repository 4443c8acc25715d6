import { describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { tryAsApplication } from '../../testing/application-role.ts'
import { recordCall, SILENT_MAIL_SERVER, useCritical } from '../../testing/critical.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const desk = await app.signedIn('Receptionist', lab)
const elsewhere = await app.signedIn('Doctor', await app.createLab())
await useCritical(admin, lab.id)
const type = await addReportType(doctor)
const patient = await registerPatient(doctor)
const report = (await publishReport(technician, patient, type)).id
const critical = (await publishReport(technician, patient, type, { isCritical: true })).id
const { id: result } = await app.database.one<{ id: number }>(
  'select id from critical_results where report_id = $1',
  [critical],
)

const asApplication = (text: string, values?: unknown[]) => tryAsApplication(app.database, text, values)

describe('the application role', () => {
  it('adds a call about a critical result by a Doctor or Technician of its lab only [RIGHT-07]', async () => {
    const call = (by: number) =>
      asApplication(
        `insert into critical_calls (critical_result_id, called_by, person, person_role, began_at, ended_at, outcome)
         values ($1, $2, 'Dr. Sara', 'Doctor', clock_timestamp(), clock_timestamp(), 'voicemail')`,
        [result, by],
      )
    for (const { user } of [desk, admin, elsewhere])
      await expect(call(user.id), user.role).rejects.toThrow('A Doctor or Technician of the lab')
    for (const { user } of [doctor, technician]) await expect(call(user.id)).rejects.toThrow('accepted')
  })

  it('starts the clock of a critical result with its flag, in the lab of the patient [RIGHT-08]', async () => {
    const start = (changes: object) => {
      const values = {
        ...{
          report_id: report,
          lab_id: lab.id,
          cause: "'flagged'",
          flagged_by: doctor.user.id,
          flagged_at: 'now()',
        },
        ...{ target_minutes: 60, due_at: "now() + interval '1 hour'", escalations: 0 },
        next_escalation_at: "now() + interval '30 minutes'",
        ...changes,
      }
      return asApplication(
        `insert into critical_results (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')})`,
      )
    }
    await expect(start({})).rejects.toThrow('accepted')
    for (const changes of [
      { lab_id: elsewhere.user.labId },
      { due_at: "now() + interval '1 day'" },
      { next_escalation_at: 'null' },
      { next_escalation_at: "now() + interval '1 day'" },
      { escalations: 3 },
      { cause: "'reassigned'" },
      { closed_at: 'now()', closing: "'withdrawn'" },
      { restored_at: 'now()' },
    ])
      await expect(start(changes), JSON.stringify(changes)).rejects.toThrow(/^(?!accepted)/)
  })

  it('escalates on schedule, closes by a call, and lifts a hold, but not otherwise [RIGHT-09]', async () => {
    const update = (assignment: string) =>
      asApplication(`update critical_results set ${assignment} where id = $1`, [result])
    await expect(update('escalations = 1, next_escalation_at = due_at')).rejects.toThrow('accepted')
    await expect(
      update("escalations = 3, next_escalation_at = due_at + interval '30 minutes'"),
    ).rejects.toThrow('accepted')
    await app.database.execute('update critical_results set restored_at = now() where id = $1', [result])
    await expect(update('restored_at = null')).rejects.toThrow('accepted')
    await app.database.execute('update critical_results set restored_at = null where id = $1', [result])
    sure(await recordCall(technician, critical))
    await expect(update(`closed_by = ${doctor.user.id}`)).rejects.toThrow('stays as it was')
  })
})
