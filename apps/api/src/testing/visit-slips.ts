import { sure } from './api-client.ts'
import { startHeldLinks } from './held-links.ts'
import { LinkClient } from './link-client.ts'
import { addReportType, publishReport, registerPatient } from './test-records.ts'

export const BORN = '1990-05-01'

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** A lab that hands over slips with links to visits, which work for three days. */
export const startVisitSlips = async () => {
  const suite = await startHeldLinks()
  const { app, lab, doctor, admin, receptionist } = suite
  sure(
    await admin.put(`/lab/updateVisitSettings/${lab.id}`, {
      isOn: true,
      holdsUnpaid: true,
      givesLinks: true,
    }),
  )
  sure(
    await admin.put(`/lab/updateDeliverySettings/${lab.id}`, {
      ...{ linkDays: 3, isAutomatic: false, quietFromHour: 0, quietUntilHour: 0 },
    }),
  )
  const [blood, urine] = [await addReportType(doctor, 'Blood'), await addReportType(doctor, 'Urine')]
  const secret = await addReportType(doctor, 'Secret')
  await app.database.execute('update report_types set is_sensitive = true where id = $1', [secret])

  const handOver = (visitId: number, language = 'en') =>
    receptionist.post(`/delivery/handOverVisitLink/${visitId}`, { language })
  const clientOf = (link: string) => new LinkClient(app, link.split('/r/')[1] ?? '')
  const newVisit = async (visit: Record<string, unknown> = {}) => {
    const patientId = await registerPatient(doctor, { dob: BORN, fullName: 'Amina Haddad' })
    const fields = { reportTypeIds: [blood, urine], promisedAt: inDays(1), ...visit }
    const { id } = sure(await receptionist.post(`/visit/create/${patientId}`, fields))
    return { patientId, visitId: id as number }
  }
  return {
    ...suite,
    ...{ blood, urine, secret, handOver, clientOf, newVisit },
    async newSlip(visit?: Record<string, unknown>, language?: string) {
      const made = await newVisit(visit)
      return { ...made, link: clientOf(sure(await handOver(made.visitId, language)).link) }
    },
    publish: async (patientId: number, type: number, fields: Record<string, unknown>): Promise<number> =>
      (await publishReport(doctor, patientId, type, fields)).id,
    /** Another browser with the same link. */
    other: (link: LinkClient) => new LinkClient(app, link.token),
    textOf: async (link: LinkClient, path = '') =>
      (await link.get(path)).html.replace(/<style.*?<\/style>/s, '').replace(/\s+/g, ' '),
    opened: async (link: LinkClient, date = BORN) => (await link.follow(await link.identify(date))).html,
    /** As if everything of the visit had happened earlier. */
    async passDays(visitId: number, days: number) {
      await app.database.execute(
        `update visits set promised_at = promised_at - $2 * interval '1 day', target_at = target_at - $2 * interval '1 day',
                payment_at = payment_at - $2 * interval '1 day', received_at = null, collected_at = null where id = $1`,
        [visitId, days],
      )
      await app.database.execute(
        `update visit_slips set created_at = created_at - $2 * interval '1 day' where visit_id = $1`,
        [visitId, days],
      )
    },
  }
}
