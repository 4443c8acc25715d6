import path from 'node:path'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareWithRecords } from '../crash/acknowledged-actions.ts'
import type { Ledger } from '../crash/attempts.ts'
import type { Fault } from '../crash/faults.ts'
import { fillIn, prepareInstallation } from '../crash/installation.ts'
import { startProduct, type ProductProcess } from '../crash/product-process.ts'
import { startRetryingProxy } from '../crash/retrying-proxy.ts'
import { runRounds, type Outcome } from '../crash/rounds.ts'
import { runOnServer } from '../../apps/api/src/testing/database-server.ts'
import { TEST_BUCKET } from '../../apps/api/src/testing/s3/s3-server.ts'
import { startS3rver } from '../../apps/api/src/testing/s3/s3rver.ts'
import { JOB_KINDS } from '../../apps/api/src/core/module.ts'
import type { ClusterFault } from './cluster-faults.ts'
import { loopbackAddresses, MACHINES } from './cluster-files.ts'
import { startCluster, until, type Cluster } from './cluster.ts'
import type { MachineNetwork } from './machine-network.ts'
import { startProbes, type Probes } from './probes.ts'

const LONGEST_SECONDS = 30
/** Users stay busy after a fault, for example while a former primary resumes. */
const BUSY_MS = 3000

export interface FaultReport {
  fault: string
  writes: number
  reads: number
}

export interface ClusterOutcome extends Outcome {
  reports: FaultReport[]
  problems: string[]
  late: string[]
}

/** Each process keeps one connection for notifications and one that holds its advisory lock. */
const LOST_CONNECTIONS = `
  select (select count(*)::int from pg_stat_activity where application_name = 'zelab changes') as listening,
         (select count(distinct pid)::int from pg_locks
           where locktype = 'advisory' and granted
             and pid in (select pid from pg_stat_activity where application_name = 'zelab jobs')) as alive`

const hasAllConnections = async (cluster: Cluster, processes: number) => {
  const [row] = await runOnServer<{ listening: number; alive: number }>(
    cluster.asSuperuser(await cluster.leader()),
    LOST_CONNECTIONS,
  )
  return row?.listening === processes && row.alive === processes * Object.keys(JOB_KINDS).length
}

/** Injects a fault, waits until users are served, ends it, and waits until the cluster has recovered. */
const faultOf = (
  fault: ClusterFault,
  {
    cluster,
    probes,
    processes,
    reports,
    workSeconds,
    onReport,
  }: {
    cluster: Cluster
    probes: () => Probes
    processes: number
    reports: FaultReport[]
    workSeconds: number
    onReport: (report: FaultReport) => void
  },
): Fault => ({
  name: fault.name,
  workMs: workSeconds * 1000,
  async happen(pace) {
    const from = performance.now()
    const end = await fault.inject(cluster)
    await probes().served()
    await sleep(Math.max(0, fault.seconds * 1000 - (performance.now() - from)))
    await end()
    await sleep(BUSY_MS)
    pace.calm()
    await cluster.whole()
    await until('every process listens and lives', () => hasAllConnections(cluster, processes))
    await probes().served()
    const report = { fault: fault.name, ...probes().interruptions(from, performance.now()) }
    reports.push(report)
    onReport(report)
  },
})

const compareReplicas = async (
  cluster: Cluster,
  ledger: Ledger,
  mails: Parameters<typeof compareWithRecords>[2],
) => {
  const problems: string[] = []
  for (const { name } of MACHINES) {
    const address = cluster.asSuperuser(name)
    const lostOn = async () =>
      (await compareWithRecords(ledger, address, mails)).filter(({ lost }) => lost > 0)
    const lost = await until(`${name} has everything`, async () => (await lostOn()).length === 0 && []).catch(
      lostOn,
    )
    problems.push(...lost.map((sum) => `${name} lost ${sum.lost} of ${sum.action}`))
  }
  return problems
}

const tooLong = (reports: FaultReport[]) =>
  reports
    .filter(({ writes, reads }) => Math.max(writes, reads) > LONGEST_SECONDS)
    .map(({ fault }) => `${fault}: users were not served for more than ${LONGEST_SECONDS} s`)

const judge = (outcome: Outcome): string[] => [
  ...outcome.findings,
  ...outcome.sums
    .filter(({ lost, duplicated }) => lost + duplicated > 0)
    .map((sum) => `${sum.fault}: ${sum.action}: ${sum.lost} lost, ${sum.duplicated} duplicated`),
  ...(outcome.wrongDownloads > 0 ? [`${outcome.wrongDownloads} wrong downloads`] : []),
  ...(outcome.repeatedMails.toPatients > 0 ? ['an email to a patient was sent twice'] : []),
  ...(outcome.sms.repeated > 0 ? ['a text message was sent twice'] : []),
  ...outcome.ownEnds.map((output) => `a process ended by itself: ${output}`),
]

const unexpectedIn = (servers: ProductProcess[]) =>
  servers.flatMap((server) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('unexpected failure')),
  )

const keepLogs = async (folder: string, cluster: Cluster, servers: ProductProcess[]) => {
  for (const name of [...MACHINES.map((machine) => machine.name), 'proxy']) {
    await mkdir(path.join(folder, name), { recursive: true })
    for (const file of await readdir(cluster.folderOf(name)))
      if (file.endsWith('.log'))
        await copyFile(path.join(cluster.folderOf(name), file), path.join(folder, name, file))
  }
  for (const [index, server] of servers.entries())
    await writeFile(path.join(folder, `app${index + 1}.log`), server.output())
}

const FAILURES = ['500', '503 without Retry-After']

export const runOnCluster = async (options: {
  faults: ClusterFault[]
  rounds: number
  workSeconds: number
  network?: MachineNetwork | undefined
  logFolder?: string | undefined
  onReport?: (report: FaultReport) => void
  afterwards?: (cluster: Cluster, settings: Record<string, string>) => Promise<string[]>
}): Promise<ClusterOutcome> => {
  const { network } = options
  const cluster = await startCluster(network?.addresses ?? loopbackAddresses(), network?.prefixOf)
  const installation = await prepareInstallation('cluster')
  const bucket = await startS3rver()
  const settings = {
    ...installation.settings,
    STORAGE_URL: `s3://${TEST_BUCKET}/reports`,
    S3_ENDPOINT: bucket.origin,
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    DATABASE_URL: cluster.primaryAddress,
    DATABASE_SINGLE_LOGIN: 'true',
    DATABASE_READ_URL: cluster.replicaAddress,
  }
  const servers: ProductProcess[] = []
  try {
    for (const number of [1, 2]) {
      const folder = path.join(cluster.folder, `app${number}`)
      await mkdir(folder)
      servers.push(
        await startProduct(
          { ...settings, DATA_DIR: path.join(folder, 'data') },
          installation.hl7Settings,
          folder,
        ),
      )
    }
    await Promise.all(servers.map((server) => server.ready()))
    const proxy = await startRetryingProxy(servers.map(({ url }) => url))
    try {
      const installed = await fillIn(proxy.url, cluster.primaryAddress, installation)
      const [, writer, reader] = installed.staff
      if (!writer || !reader) throw new Error('No lab is working')
      const reports: FaultReport[] = []
      let probes: Probes | undefined
      let ledger: Ledger | undefined
      const place = {
        cluster,
        probes: () => probes as Probes,
        processes: servers.length,
        reports,
        workSeconds: options.workSeconds,
        onReport: options.onReport ?? (() => {}),
      }
      const outcome = await runRounds(
        {
          origin: proxy.url,
          servers,
          faults: options.faults.map((fault) => faultOf(fault, place)),
          installed,
          checkSettings: settings,
          connectionString: () => Promise.resolve(cluster.primaryAddress),
          mails: installation.mail.received,
          sms: installation.sms.received,
          beside: async (running) => {
            ledger = running
            probes = await startProbes(running, proxy.url, { writer, reader, receptionist: installed.reader })
            return probes
          },
        },
        { rounds: options.rounds },
      )
      const problems = [
        ...judge(outcome),
        ...(probes?.problems() ?? []),
        ...FAILURES.flatMap((name) => {
          const count = ledger?.failures.get(name) ?? 0
          return count > 0 ? [`${count} answers ${name}`, ...unexpectedIn(servers)] : []
        }),
        ...(ledger ? await compareReplicas(cluster, ledger, installation.mail.received) : []),
        ...((await options.afterwards?.(cluster, settings)) ?? []),
      ]
      return { ...outcome, reports, problems, late: tooLong(reports) }
    } finally {
      await proxy.stop()
    }
  } catch (error) {
    throw new Error(servers.map((server) => server.output().slice(-3000)).join('\n'), { cause: error })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    if (options.logFolder) await keepLogs(options.logFolder, cluster, servers)
    await bucket.stop()
    await cluster.stop()
    await installation.remove()
  }
}
