import { pickPublished } from './actions-reports.ts'
import type { Lane } from './lane.ts'
import { holdOf, stateOf } from './oracle.ts'
import { nextNumber, personFields } from './people.ts'
import { ask } from './requests.ts'
import { ofReport } from './trails.ts'

/** Sends a link by email to a patient who agrees. */
export const sendMail = async (lane: Lane): Promise<void> => {
  const { world, share, team, note } = lane
  const report = pickPublished(lane)
  if (!report || stateOf(share, report) !== 'current') return
  const { patient } = report
  if (patient.email === null) {
    const email = `patient-${nextNumber()}@patients.test`
    await ask(team.doctor, 'PUT', `/patient/update/${patient.id}`, { ...personFields(patient), email })
    patient.email = email
  }
  await ask(team.receptionist, 'PUT', `/patient/updateDelivery/${patient.id}`, {
    ...{ language: 'en', consents: { email: true } },
  })
  const hold = holdOf(share, report)
  const sentAt = Date.now()
  await ask(team.receptionist, 'POST', `/delivery/send/${report.id}`, { channel: 'email', language: 'en' })
  share.messages.push({ report, email: patient.email, hold, sentAt, sentOn: world.day })
  note(
    `sent report ${report.id} to ${patient.email}${hold ? `, which is held: ${hold}` : ''}`,
    ...ofReport(report),
  )
}
