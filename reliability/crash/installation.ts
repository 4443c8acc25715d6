import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { hashPassword } from '../../apps/api/src/platform/password-hasher.ts'
import { ApiClient, sure } from '../../apps/api/src/testing/api-client.ts'
import { useCritical } from '../../apps/api/src/testing/critical.ts'
import { createHl7Certificates, type ClientTls } from '../../apps/api/src/testing/hl7-sender.ts'
import { startFlakyProxy, type FlakyProxy } from '../../apps/api/src/testing/flaky-proxy.ts'
import { startMailServer, type MailServer } from '../../apps/api/src/testing/mail-server.ts'
import { startSmsServer, type SmsServer } from '../../apps/api/src/testing/sms-server.ts'

const ADMIN = { email: 'owner@zelab.test', password: 'Owner-of-it-1' }
const PASSWORD = 'Staff-of-it-1'
/** Each account requests a single email, so there must be enough accounts. */
const MAIL_ACCOUNTS = 3000
const SCANS = 'scans'

export interface TestInstallation {
  folder: string
  dataDir: string
  inboxDir: string
  mail: MailServer
  mailLine: FlakyProxy
  sms: SmsServer
  smsLine: FlakyProxy
  settings: Record<string, string>
  hl7Settings: Record<string, string>
  hl7Client: { tls: ClientTls; fingerprint: string }
  remove(): Promise<void>
}

export const prepareInstallation = async (name: string): Promise<TestInstallation> => {
  const folder = await mkdtemp(path.join(tmpdir(), `zelab-crash-${name}-`))
  // As root, the database runs as another user.
  await chmod(folder, 0o755)
  const mail = await startMailServer()
  const mailLine = await startFlakyProxy(mail.url)
  const sms = await startSmsServer()
  const smsLine = await startFlakyProxy(new URL(sms.url).origin)
  const dataDir = path.join(folder, 'data')
  const inboxDir = path.join(folder, 'inbox')
  await mkdir(path.join(inboxDir, SCANS), { recursive: true })
  const certificates = createHl7Certificates()
  const { certFile, keyFile, clientCaFile } = certificates.serverFiles
  return {
    folder,
    dataDir,
    inboxDir,
    mail,
    mailLine,
    sms,
    smsLine,
    settings: {
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SECRET_KEY: 'one key for all processes of this test',
      SMTP_URL: mailLine.origin.replace('http:', 'smtp:'),
      SMS_URL: `${smsLine.origin}/messages`,
      SMS_BODY: '{"to":"{to}","text":"{text}","id":"{id}"}',
      TRUST_PROXY: '1',
      // The disk is small and has to fill up.
      DISK_RESERVE_MB: '0',
      INBOX_DIR: inboxDir,
      // A claim of a killed process is taken over after six polls.
      INBOX_POLL_SECONDS: '1',
      INBOX_STEADY_SECONDS: '1',
    },
    hl7Settings: {
      HL7_TLS_CERT_FILE: certFile,
      HL7_TLS_KEY_FILE: keyFile,
      HL7_CLIENT_CA_FILE: clientCaFile,
    },
    hl7Client: certificates.issueClient('analyzer'),
    async remove() {
      certificates.authority.remove()
      await mailLine.stop()
      await mail.stop()
      await smsLine.stop()
      await sms.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const fillIn = async (
  origin: string,
  connectionString: string,
  { inboxDir, hl7Client }: Pick<TestInstallation, 'inboxDir' | 'hl7Client'>,
) => {
  const admin = new ApiClient(origin)
  await admin.post('/auth/user/login', ADMIN)
  const lab = await admin.post('/lab/create', {
    name: 'City Lab',
    address: { line1: '1 Main Street', city: 'Dubai' },
  })
  const type = await admin.post('/report/addReportType', { title: 'Blood count' })
  const releasedType = await admin.post('/report/addReportType', { title: 'Thyroid function' })
  const releasedTypeId = releasedType.body.data.id as number
  const labId = lab.body.data.id as number
  await useCritical(admin, labId)
  sure(
    await admin.put(`/lab/updateReleaseSettings/${labId}`, {
      twoPersons: 'types',
      reportTypeIds: [releasedTypeId],
    }),
  )
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
     select 'Person ' || n, 'person' || n || '@zelab.test', '+971500000000', $1, case when n = $3 then 4 else 2 end, $2
       from generate_series(1, $3::int) as n`,
    [await hashPassword(PASSWORD), labId, MAIL_ACCOUNTS],
  )
  await client.query(
    "insert into inbox_sources (lab_id, kind, name, folder) values ($1, 'folder', 'Scanner', $2)",
    [labId, SCANS],
  )
  await client.query(
    `insert into inbox_sources (lab_id, kind, name, certificate, addresses)
     values ($1, 'hl7', 'Analyzer', $2, '{127.0.0.1}')`,
    [labId, hl7Client.fingerprint],
  )
  await client.end()
  const account = (number: number) => ({ email: `person${number}@zelab.test`, password: PASSWORD })
  let next = 5
  return {
    reportTypeId: type.body.data.id as number,
    scans: path.join(inboxDir, SCANS),
    hl7Tls: hl7Client.tls,
    releasedTypeId,
    staff: [1, 2, 3].map(account),
    secondPerson: account(4),
    reader: account(MAIL_ACCOUNTS),
    nextMailAddress: () => (next < MAIL_ACCOUNTS ? `person${next++}@zelab.test` : undefined),
  }
}
export type Installed = Awaited<ReturnType<typeof fillIn>>
