import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runCommandLine } from '../../apps/api/src/testing/command-line.ts'
import { ATTEMPT_MS } from '../../test-limits.ts'
import { startProduct } from '../crash/product-process.ts'
import { createComparison, type Difference } from './findings.ts'
import type { Installation } from './installation.ts'
import { signInTeam } from './opening.ts'
import { compareVerification } from './outlets-public.ts'
import { comparePatient, compareReport } from './outlets-staff.ts'
import { personFields } from './people.ts'
import { ask } from './requests.ts'
import type { Seats } from './seats.ts'
import type { Systems } from './systems.ts'
import { everything, newest, type World } from './world.ts'

interface Last {
  world: World
  seats: Seats
  systems: Systems
  installation: Installation
}

/** Lets messages wait in the archive: a mail of quiet hours, a password reset, and a change for each receiver. */
const leaveMessagesWaiting = async ({ world, seats, installation, systems }: Last) => {
  const [lab] = world.labs
  const report = everything(world, 'reports').findLast(
    (one) =>
      one.lab === lab &&
      !one.isWithdrawn &&
      one.critical === 'never' &&
      !newest(one).type.isSensitive &&
      one.visit?.payment !== 'due',
  )
  if (!lab) return
  const [{ admin, doctor }] = seats.teamsOf(lab)
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone: 'Asia/Dubai', hour: 'numeric', hour12: false }).format(
      new Date(),
    ),
  )
  await ask(admin, 'PUT', `/lab/updateDeliverySettings/${lab.id}`, {
    ...{ quietFromHour: hour % 24, quietUntilHour: (hour + 3) % 24 },
  })
  installation.mail.state.refusals = Infinity
  installation.mail.state.refusalCode = 450
  if (report) {
    const { patient } = report
    await ask(doctor, 'PUT', `/patient/update/${patient.id}`, {
      ...{ ...personFields(patient), email: 'waiting@patients.test' },
    })
    await ask(doctor, 'PUT', `/patient/updateDelivery/${patient.id}`, {
      ...{ language: 'en', consents: { email: true } },
    })
    await ask(doctor, 'POST', `/delivery/send/${report.id}`, { channel: 'email', language: 'en' })
  }
  await ask(admin, 'POST', '/auth/forgot-password', { email: lab.floater.email })
  await systems.stop()
}

/** Everything that waits is due, as after a night. */
const DUE = [
  `update deliveries set due_at = now() - interval '1 minute' where due_at is not null and state = 'queued'`,
  `update integration_sendings set next_try_at = now() where state = 'waiting'`,
  `update graphile_worker._private_jobs set run_at = now() - interval '1 minute', attempts = 0`,
]

/**
 * Backs up, ends the processes, and restores into a new installation, which shows every record and, before an Admin
 * confirms, sends nothing.
 */
export const compareRestored = async (last: Last): Promise<Difference[]> => {
  const { world, seats, installation } = last
  const { compare, differences } = createComparison()
  const { folder, shared, mail, sms, database } = installation
  await leaveMessagesWaiting(last)
  const archive = path.join(folder, 'life.zelab')
  const backup = await runCommandLine('backup', ['--to', archive], {
    ...{ ...shared, DATA_DIR: path.join(folder, 'data-1') },
  })
  compare('backup', [], 'ends well', 0, backup.code)
  if (backup.code !== 0) compare('backup', [], 'output', '', backup.output.slice(-500))
  await Promise.all(installation.servers.map((server) => server.stop()))

  await database.query('create database life_restored')
  const address = new URL(shared.DATABASE_URL)
  address.pathname = '/life_restored'
  const dataDir = path.join(folder, 'data-restored')
  await mkdir(dataDir)
  const settings = {
    ...{ ...shared, DATABASE_URL: address.href, DATA_DIR: dataDir },
    STORAGE_URL: `file:${path.join(folder, 'restored-files')}`,
  }
  const restored = await runCommandLine('restore', [archive], settings)
  compare('restore', [], 'ends well', 0, restored.code)
  if (restored.code !== 0) compare('restore', [], 'output', '', restored.output.slice(-1000))

  const copy = new pg.Client({ connectionString: address.href })
  await copy.connect()
  mail.state.refusals = 0
  const before = { mails: mail.received.length, sms: sms.received.length }
  for (const statement of DUE) await copy.query(statement)
  const server = await startProduct({ ...settings, HL7_PORT: '', HL7_HOST: '' }, {})
  try {
    await server.ready()
    for (const statement of DUE) await copy.query(statement)
    await sleep(5 * ATTEMPT_MS)
    const left = { mails: mail.received.length, sms: sms.received.length }
    compare('restored installation', [], 'sent nothing before an Admin confirms', before, left)
    for (const { to } of mail.received.slice(before.mails))
      compare('restored installation', [], 'mail', 'none', to.join(', '))
    await compareRecords({ compare, differences }, { world, seats }, server.url)
  } finally {
    await copy.end()
    await server.stop()
  }
  return differences
}

const compareRecords = async (
  comparison: ReturnType<typeof createComparison>,
  { world, seats }: Pick<Last, 'world' | 'seats'>,
  origin: string,
) => {
  for (const lab of world.labs) {
    const { receptionist, doctor } = await signInTeam(origin, lab.id)
    for (const { share } of seats.lanes) {
      if (share.lab !== lab) continue
      for (const patient of share.patients)
        await comparePatient(comparison, receptionist, { share, world }, patient)
      for (const report of share.reports) await compareReport(comparison, doctor, { share }, report)
      for (const report of share.reports.slice(-5))
        await compareVerification(comparison, doctor, { share, report })
    }
  }
}
