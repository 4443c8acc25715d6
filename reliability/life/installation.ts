import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../apps/api/src/platform/database/embedded-database.ts'
import { createHl7Certificates } from '../../apps/api/src/testing/hl7-sender.ts'
import { startMailServer } from '../../apps/api/src/testing/mail-server.ts'
import { startSmsServer } from '../../apps/api/src/testing/sms-server.ts'
import { startProduct } from '../crash/product-process.ts'

export const OWNER = { email: 'owner@zelab.test', password: 'Owner-of-it-1' }
const KEY = 'one key for all processes of this test'

/** Two processes on one database, and every program that they talk to. */
export const startInstallation = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-life-'))
  // As root, the database runs as another user.
  await chmod(folder, 0o755)
  const inboxDir = path.join(folder, 'inbox')
  await mkdir(inboxDir)
  const certificates = createHl7Certificates()
  certificates.issueClient('sender')
  const mail = await startMailServer()
  const sms = await startSmsServer()
  const postgres = await startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres') })
  const settings = {
    SECRET_KEY: KEY,
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    OUTBOUND_NETWORKS: '127.0.0.0/8',
    SMTP_URL: mail.url,
    SMS_URL: sms.url,
    SMS_BODY: '{"to":"{to}","text":"{text}","id":"{id}"}',
    INBOX_DIR: inboxDir,
    INBOX_POLL_SECONDS: '1',
    INBOX_STEADY_SECONDS: '1',
    DISK_RESERVE_MB: '0',
    TRUST_PROXY: '1',
    HL7_OUT_CERT_FILE: certificates.authority.file('sender.pem'),
    HL7_OUT_KEY_FILE: certificates.authority.file('sender.key'),
  }
  const shared = {
    ...settings,
    DATABASE_URL: postgres.connectionString,
    DATABASE_SINGLE_LOGIN: 'true',
    STORAGE_URL: `file:${path.join(folder, 'files')}`,
  }
  const { certFile, keyFile, clientCaFile } = certificates.serverFiles
  const hl7 = { HL7_TLS_CERT_FILE: certFile, HL7_TLS_KEY_FILE: keyFile, HL7_CLIENT_CA_FILE: clientCaFile }
  const start = async (number: number) =>
    startProduct({ ...shared, DATA_DIR: path.join(folder, `data-${number}`) }, hl7)
  const servers = [await start(1), await start(2)] as const
  const database = new pg.Client({ connectionString: postgres.connectionString })
  await Promise.all(servers.map((server) => server.ready()))
  await database.connect()
  return {
    ...{ folder, inboxDir, certificates, mail, sms, settings, shared, hl7, servers, database },
    async stop() {
      await database.end().catch(() => {})
      await Promise.all(servers.map((server) => server.stop()))
      await postgres.stop()
      await mail.stop()
      await sms.stop()
      certificates.authority.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>
