import type { ApiAnswer, ApiClient } from './api-client.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import { addReportType, publishReport, registerPatient } from './test-records.ts'

export const giveConsent = (
  client: ApiClient,
  patientId: number,
  changes: { language?: 'en' | 'ar'; email?: boolean; whatsapp?: boolean } = {},
): Promise<ApiAnswer> =>
  client.put(`/patient/updateDelivery/${patientId}`, {
    language: changes.language ?? 'en',
    consents: { email: changes.email ?? true, whatsapp: changes.whatsapp ?? true },
  })

export const recordReportCall = (
  client: ApiClient,
  reportId: number,
  changes: object = {},
  headers: Record<string, string> = {},
): Promise<ApiAnswer> =>
  client.post(
    `/delivery/recordCall/${reportId}`,
    { outcome: 'reached', calledAt: new Date().toISOString(), version: 1, ...changes },
    { headers },
  )

export const startDeliveriesApp = async (options: TestAppOptions = {}) => {
  const mailServer: MailServer = await startMailServer()
  const app: TestApp = await startTestApp({ smtpUrl: mailServer.url, ...options })
  const lab = await app.createLab('Harbour Lab')
  await app.database.execute("update labs set phone = '+97141234567' where id = $1", [lab.id])
  const doctor: ApiClient = await app.signedIn('Doctor', lab)
  const admin: ApiClient = await app.signedIn('Admin')
  const type = await addReportType(doctor)

  return {
    app,
    lab,
    doctor,
    admin,
    type,
    mailServer,
    async sendableReport(fields: Record<string, unknown> = {}, client = doctor) {
      const patientId = await registerPatient(client, fields)
      const consent = await giveConsent(client, patientId)
      if (consent.status !== 200) throw new Error(`No consent: ${JSON.stringify(consent.body)}`)
      const patient = (await client.get(`/patient/getById/${patientId}`)).body.data
      const report = await publishReport(client, patientId, type)
      return {
        patientId,
        email: patient.email as string,
        phone: patient.phone.number as string,
        reportId: report.id,
      }
    },
    send: (reportId: number, client = doctor, headers: Record<string, string> = {}) =>
      client.post(`/delivery/send/${reportId}`, { language: 'en' }, { headers }),
    handOver: (reportId: number, channel: string, language = 'en', client = doctor) =>
      client.post(`/delivery/handOver/${reportId}`, { channel, language }),
    handOverPaper: (reportId: number, version = 1, client = doctor, headers: Record<string, string> = {}) =>
      client.post(`/delivery/handOverPaper/${reportId}`, { version }, { headers }),
    async sendDue() {
      const { run, runSms } = app.services.deliveryWorker
      await run()
      await runSms()
    },
    makeDue: (reportId: number) =>
      app.database.execute(
        "update deliveries set due_at = now() - interval '1 second' where report_id = $1 and due_at is not null",
        [reportId],
      ),
    deliveriesOf: async (reportId: number, client = doctor) =>
      (await client.get(`/delivery/getOfReport/${reportId}`)).body.data,
    async stop() {
      await app.stop()
      await mailServer.stop()
    },
  }
}
export type DeliveriesApp = Awaited<ReturnType<typeof startDeliveriesApp>>
