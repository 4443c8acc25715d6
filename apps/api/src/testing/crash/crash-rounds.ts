import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEmbeddedDatabase, startEmbeddedDatabase } from '../../platform/database/embedded-database.ts'
import { startFlakyProxy } from '../flaky-proxy.ts'
import type { ReceivedMail } from '../mail-server.ts'
import type { SmsServer } from '../sms-server.ts'
import { TEST_BUCKET } from '../s3/s3-server.ts'
import { startS3rver } from '../s3/s3rver.ts'
import { faultsOfOne, connectionGone, mountSmall, oneAfterTheOther, type Fault } from './faults.ts'
import { fillIn, prepareInstallation, type Installed } from './installation.ts'
import { runCheck, startProduct, type ProductProcess } from './product-process.ts'
import {
  asTable,
  countRepeatedMails,
  countRepeatedSms,
  areJobsFinished,
  compareWithRecords,
  type Sums,
} from './acknowledged-actions.ts'
import { startRetryingProxy } from './retrying-proxy.ts'
import { findArrivalProblems } from './arrival-checks.ts'
import { newLedger } from './attempts.ts'
import { createArrivals } from './simulated-arrivals.ts'
import { createStaff } from './simulated-staff.ts'

export interface Outcome {
  sums: Sums[]
  /** Problems that the check reported after a round. */
  findings: string[]
  checks: number
  wrongDownloads: number
  downloads: number
  repeatedMails: { toUsers: number; toPatients: number }
  sms: { received: number; repeated: number }
  /** How often a server ended by itself. */
  ownEnds: number
  table: string
}

/** How long to continue: a number of rounds of every fault, or a number of minutes. */
export type Length = { rounds: number } | { minutes: number }

const SETTLING_MS = 90_000

const runRounds = async (
  place: {
    origin: string
    servers: ProductProcess[]
    faults: Fault[]
    installed: Installed
    checkSettings: Record<string, string>
    connectionString: () => Promise<string>
    mails: ReceivedMail[]
    sms: SmsServer['received']
  },
  length: Length,
): Promise<Outcome> => {
  const ledger = newLedger()
  const staff = createStaff(ledger, place.origin, 1)
  const [first, second, third] = place.installed.staff
  if (!first || !second || !third) throw new Error('No lab is working')
  const clients = {
    doctor: await staff.signIn(first.email, first.password),
    importer: await staff.signIn(second.email, second.password),
  }
  const { reportTypeId, nextMailAddress } = place.installed
  const arrivals = createArrivals(ledger)
  const sorter = await staff.signIn(third.email, third.password)
  let failure: Error | undefined
  const working = Promise.all([
    staff.work(clients, reportTypeId, nextMailAddress),
    arrivals.work(sorter, reportTypeId, {
      scans: place.installed.scans,
      hl7: { tls: place.installed.hl7Tls, ports: place.servers.map(({ hl7Port }) => hl7Port) },
    }),
  ]).catch((error: unknown) => {
    failure = error as Error
  })

  const failIfRefused = () => {
    if (failure) throw failure
  }

  const findings: string[] = []
  const rounds = new Map<string, number>()
  const deadline = 'minutes' in length ? Date.now() + length.minutes * 60_000 : Infinity
  const most = 'rounds' in length ? length.rounds : Infinity
  const check = async (when: string) => {
    const { isWhole, output } = await runCheck(place.checkSettings)
    if (!isWhole) findings.push(`${when}: ${output}`)
    const problems = await findArrivalProblems(ledger, await place.connectionString())
    findings.push(...problems.map((problem) => `${when}: ${problem}`))
  }
  let checks = 0
  for (let round = 1; round <= most && Date.now() < deadline; round++) {
    for (const fault of place.faults) {
      failIfRefused()
      ledger.fault = fault.name
      rounds.set(fault.name, (rounds.get(fault.name) ?? 0) + 1)
      await sleep(300 + Math.random() * 700)
      await fault.happen()
      await Promise.all(place.servers.map((server) => server.ready()))
      await sleep(300)
      checks += 1
      await check(`after "${fault.name}", round ${round}`)
    }
  }
  staff.stop()
  arrivals.stop()
  await working
  failIfRefused()

  const sumUp = async () => compareWithRecords(ledger, await place.connectionString(), place.mails)
  const end = Date.now() + SETTLING_MS
  let sums = await sumUp()
  while (!areJobsFinished(sums) && Date.now() < end) {
    await sleep(500)
    sums = await sumUp()
  }
  checks += 1
  await check('at the end')
  return {
    sums,
    findings,
    checks,
    wrongDownloads: ledger.wrongDownloads,
    downloads: ledger.downloads,
    repeatedMails: countRepeatedMails(place.mails),
    sms: { received: place.sms.length, repeated: countRepeatedSms(place.sms) },
    ownEnds: place.servers.reduce((total, server) => total + server.ownEnds(), 0),
    table: asTable(sums, (fault) => rounds.get(fault) ?? 0),
  }
}

/** Runs everything on one machine like `npm start`: one process, its own database, files in a folder. */
export const crashOne = async (length: Length): Promise<Outcome> => {
  const installation = await prepareInstallation('one')
  const unmount = await mountSmall(installation.dataDir)
  const server = await startProduct(installation.settings, installation.hl7Settings)
  try {
    await server.ready()
    const connectionString = async () => {
      const found = await findEmbeddedDatabase(path.join(installation.dataDir, 'postgres'))
      if (!found) throw new Error('No database runs')
      return found
    }
    const installed = await fillIn(server.url, await connectionString(), installation)
    return await runRounds(
      {
        origin: server.url,
        servers: [server],
        faults: faultsOfOne({ ...installation, server, isSmallDisk: unmount !== undefined }),
        installed,
        checkSettings: installation.settings,
        connectionString,
        mails: installation.mail.received,
        sms: installation.sms.received,
      },
      length,
    )
  } finally {
    await server.stop()
    unmount?.()
    await installation.remove()
  }
}

/** Runs two processes behind a proxy, on one external database and one bucket. */
export const crashSeveral = async (length: Length): Promise<Outcome> => {
  const installation = await prepareInstallation('several')
  const postgres = await startEmbeddedDatabase({ dataDir: path.join(installation.folder, 'postgres') })
  const databaseLine = await startFlakyProxy(path.join(postgres.socketFolder, '.s.PGSQL.5432'))
  const bucket = await startS3rver()
  const bucketLine = await startFlakyProxy(bucket.origin)
  const bucketSettings = (endpoint: string) => ({
    STORAGE_URL: `s3://${TEST_BUCKET}/reports`,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  })
  const databaseUrl = `postgresql://postgres@${databaseLine.origin.replace('http://', '')}/zelab`
  const servers: ProductProcess[] = []
  try {
    for (const number of [1, 2])
      servers.push(
        await startProduct(
          {
            ...installation.settings,
            ...bucketSettings(bucketLine.origin),
            DATABASE_URL: databaseUrl,
            DATA_DIR: path.join(installation.folder, `data-${number}`),
          },
          installation.hl7Settings,
        ),
      )
    await Promise.all(servers.map((server) => server.ready()))
    const proxy = await startRetryingProxy(servers.map(({ url }) => url))
    try {
      return await runRounds(
        {
          origin: proxy.url,
          servers,
          faults: [
            oneAfterTheOther(servers),
            connectionGone('database gone', databaseLine),
            connectionGone('bucket gone', bucketLine),
          ],
          installed: await fillIn(proxy.url, postgres.connectionString, installation),
          checkSettings: {
            ...installation.settings,
            ...bucketSettings(bucket.origin),
            DATABASE_URL: postgres.connectionString,
          },
          connectionString: () => Promise.resolve(postgres.connectionString),
          mails: installation.mail.received,
          sms: installation.sms.received,
        },
        length,
      )
    } finally {
      await proxy.stop()
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await databaseLine.stop()
    await bucketLine.stop()
    await bucket.stop()
    await postgres.stop()
    await installation.remove()
  }
}
