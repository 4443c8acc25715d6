import type { DeliveryChannel, Language } from '@zelab/contract'
import { insertDelivery, insertLink } from '../modules/deliveries/deliveries.repository.ts'
import { newLinkToken } from '../modules/deliveries/link/link-token.ts'
import { hashSecretToken } from '../platform/encryption.ts'
import type { ApiClient } from './api-client.ts'
import type { MailServer } from './mail-server.ts'
import { startTestApp, type TestApp, type TestAppOptions, type TestLab } from './test-app.ts'
import { addReportType, publishReport, registerPatient } from './test-records.ts'

const BIRTH_DATE = '1990-05-01'

export interface LinkAnswer {
  status: number
  headers: Headers
  html: string
}

/** A patient's browser on the pages of one link: keeps cookies and submits forms, without JavaScript. */
export class LinkClient {
  readonly client: ApiClient
  readonly token: string
  private key: string | undefined

  constructor(app: Pick<TestApp, 'client'>, token: string) {
    this.client = app.client()
    this.token = token
  }

  address(path = ''): string {
    return `/r/${this.token}${path}`
  }

  async get(path = '', headers: Record<string, string> = {}, method = 'GET'): Promise<LinkAnswer> {
    return this.read(await this.client.raw(method, this.address(path), { headers }))
  }

  async post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<LinkAnswer> {
    if (this.key === undefined) await this.get()
    return this.read(
      await this.client.raw('POST', this.address(path), {
        body: new URLSearchParams({ key: this.key ?? '', ...fields }).toString(),
        headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    )
  }

  identify(date = BIRTH_DATE, headers: Record<string, string> = {}): Promise<LinkAnswer> {
    const [year = '', month = '', day = ''] = date.split('-')
    return this.post('', { day, month, year }, headers)
  }

  async follow(answer: LinkAnswer): Promise<LinkAnswer> {
    const next = answer.headers.get('location')
    if (answer.status !== 303 || next === null) throw new Error(`No next page: ${answer.status}`)
    return this.read(await this.client.raw('GET', next))
  }

  private async read(response: Response): Promise<LinkAnswer> {
    const html = await response.text()
    this.key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? this.key
    return { status: response.status, headers: response.headers, html }
  }
}

export const wrongDate = (number: number): string => `19${String(20 + (number % 60))}-02-0${1 + (number % 9)}`

export interface LinkChanges {
  language?: Language
  channel?: DeliveryChannel
  contact?: string | null
  delegateId?: number
  /** From now; negative for an expired link. */
  days?: number
}

/** A server with a lab, its staff and a report type, and functions that make links. */
export const startLinkApp = async (options: TestAppOptions & { mails?: MailServer; lab?: TestLab } = {}) => {
  const app = await startTestApp({ ...(options.mails && { smtpUrl: options.mails.url }), ...options })
  const lab = options.lab ?? (await app.createLab('Al Noor Laboratory'))
  await app.database.execute("update labs set phone = '+97145550100' where id = $1", [lab.id])
  const doctor = await app.signedIn('Doctor', lab)
  const admin = await app.signedIn('Admin')
  const type = await addReportType(admin, 'Hematology')

  const sendLink = async (reportId: number, changes: LinkChanges = {}): Promise<LinkClient> => {
    const report = await app.database.one<{ version: number; email: string | null }>(
      'select r.version, p.email from reports r join patients p on p.id = r.patient_id where r.id = $1',
      [reportId],
    )
    const { channel = 'email', language = 'en', days = 30 } = changes
    const isHandedOver = channel !== 'email' && channel !== 'sms'
    const deliveryId = await insertDelivery(app.database, {
      reportId,
      labId: lab.id,
      reportVersion: report.version,
      channel,
      purpose: 'report',
      contact: changes.contact === undefined ? report.email : changes.contact,
      delegateId: changes.delegateId ?? null,
      language,
      requestedBy: doctor.user.id,
      state: isHandedOver ? 'handed-over' : 'queued',
    })
    if (!isHandedOver)
      await app.database.execute(
        "update deliveries set state = 'sent', due_at = null, sent_at = now() where id = $1",
        [deliveryId],
      )
    const token = newLinkToken()
    await insertLink(app.database, {
      deliveryId,
      tokenHash: hashSecretToken(token),
      endsAt: new Date(Date.now() + days * 86_400_000).toISOString(),
    })
    return new LinkClient(app, token)
  }

  const giveConsent = (patientId: number, isGiven = true) =>
    app.database.execute(
      `insert into patient_consents (patient_id, channel, is_given, wording_version, recorded_by)
       values ($1, 'email', $2, 1, $3)`,
      [patientId, isGiven, doctor.user.id],
    )

  return {
    app,
    lab,
    doctor,
    admin,
    type,
    sendLink,
    giveConsent,
    async makeLink(patient: Record<string, unknown> = {}, changes: LinkChanges = {}, report: object = {}) {
      const patientId = await registerPatient(doctor, { dob: BIRTH_DATE, ...patient })
      await giveConsent(patientId)
      const { id: reportId } = await publishReport(doctor, patientId, type, { ...report })
      return { patientId, reportId, link: await sendLink(reportId, changes) }
    },
    rowOf: (link: LinkClient) =>
      app.database.one<Record<string, unknown>>('select * from report_links where token_hash = $1', [
        hashSecretToken(link.token),
      ]),
    async eventsOf(link: LinkClient): Promise<string[]> {
      const events = await app.database.query<{ kind: string; detail: string | null }>(
        `select e.kind, e.detail from delivery_events e join report_links l on l.delivery_id = e.delivery_id
          where l.token_hash = $1 order by e.id`,
        [hashSecretToken(link.token)],
      )
      return events.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`))
    },
    otherBrowser: (link: LinkClient) => new LinkClient(app, link.token),
    forgetLimits: () => app.database.execute('delete from rate_limits'),
  }
}
export type LinkApp = Awaited<ReturnType<typeof startLinkApp>>
