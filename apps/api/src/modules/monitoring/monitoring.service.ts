import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Context } from '../../core/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { BackupState } from '../backups/backups.service.ts'
import { readQueueState } from '../../platform/job-queue.repository.ts'
import { createCertificateState, createDiskState, type Sample } from './machine-state.ts'

/** Gauges that are read with one call per scrape. */
interface MetricCollector {
  name: string
  gauges: Gauge[]
  isLabeled: boolean
  read(): Promise<(number | Sample[])[]>
}

const createCollector = (
  registry: Registry,
  name: string,
  gauges: Record<string, string>,
  read: MetricCollector['read'],
  labelNames: string[] = [],
): MetricCollector => ({
  name,
  gauges: Object.entries(gauges).map(
    ([metric, help]) => new Gauge({ name: metric, help, labelNames, registers: [registry] }),
  ),
  isLabeled: labelNames.length > 0,
  read,
})

const setAll = (gauge: Gauge, value: number | Sample[]): void => {
  if (typeof value === 'number') return gauge.set(value)
  gauge.reset()
  for (const sample of value) gauge.set(sample.labels, sample.value)
}

/** Limits database queries for any number of scrapes. */
const CACHE_MS = 5_000
/** Limit for all collectors together. A scrape without them is better than none. */
const COLLECT_LIMIT_MS = 2_000
const STATEMENT_MS = 1_000

/** A collector that fails or times out omits its gauges and is counted. */
export const createMonitoringService = ({
  database,
  metrics,
  build,
  sessions,
  patientImports,
  inboxSources,
  lateReleases: releases,
  escalation: critical,
  seals,
  activity,
  backups,
  sender,
  connectionLists,
  ...machine
}: Pick<Context, 'database' | 'metrics' | 'build'> & {
  sessions: { countOpen: (tx: Queryable) => Promise<number> }
  patientImports: { backlog: (tx: Queryable) => Promise<{ pending: number; oldestSeconds: number }> }
  inboxSources: { failing: (tx: Queryable) => Promise<{ failing: number; longestSeconds: number }> }
  lateReleases: { late: (tx: Queryable) => Promise<{ late: number; oldestSeconds: number }> }
  escalation: { state: (tx: Queryable) => Promise<{ open: number; late: number; undelivered: number }> }
  backups: { state: (tx: Queryable) => Promise<BackupState> }
  sender: { state: (tx: Queryable) => Promise<{ waiting: number; refused: number }> }
  connectionLists: { failing: (tx: Queryable) => Promise<Sample[]> }
  activity: { failingSeconds: () => number }
  seals: {
    unsealedSeconds: (tx: Queryable) => Promise<number>
    isBroken: (tx: Queryable) => Promise<boolean>
  }
} & Parameters<typeof createDiskState>[0] &
  Parameters<typeof createCertificateState>[0]) => {
  const { registry } = metrics
  const failures = new Counter({
    name: 'zelab_reading_failures_total',
    help: 'States that could not be read in time for a scrape',
    labelNames: ['reading'],
    registers: [registry],
  })
  new Gauge({
    name: 'zelab_build_info',
    help: 'The program that runs',
    labelNames: Object.keys(build),
    registers: [registry],
  }).set(build, 1)
  new Gauge({
    name: 'zelab_database_connections',
    help: 'Connections of the pool, and callers who wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.connections()
      this.set({ state: 'total' }, total)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })

  new Gauge({
    name: 'zelab_activity_views_failing_seconds',
    help: 'For how long this process could not write views into the activity log',
    registers: [registry],
    collect() {
      this.set(activity.failingSeconds())
    },
  })

  const disks = createDiskState(machine)
  const certificates = createCertificateState(machine)
  const read = <Result>(work: (tx: Queryable) => Promise<Result>) =>
    database.transaction(work, { statementTimeoutMs: STATEMENT_MS })

  const collectors: MetricCollector[] = [
    createCollector(
      registry,
      'queue',
      {
        zelab_queue_jobs_ready: 'Jobs that are due and not begun',
        zelab_queue_jobs_running: 'Jobs that run, in whichever process',
        zelab_queue_jobs_retrying: 'Jobs that failed and come again later',
        zelab_queue_jobs_given_up: 'Jobs that were tried for the last time',
        zelab_queue_oldest_ready_seconds: 'For how long the oldest job that is due has waited',
      },
      async () => {
        const state = await read(readQueueState)
        return [state.ready, state.running, state.retrying, state.givenUp, state.oldestReadySeconds]
      },
    ),
    createCollector(
      registry,
      'sessions',
      { zelab_sessions_open: 'Sessions that are within their limits' },
      async () => [await read(sessions.countOpen)],
    ),
    createCollector(
      registry,
      'imports',
      {
        zelab_imports_pending: 'Imports of patients that wait or are worked on',
        zelab_imports_oldest_pending_seconds: 'For how long the oldest of them has been there',
      },
      async () => {
        const { pending, oldestSeconds } = await read(patientImports.backlog)
        return [pending, oldestSeconds]
      },
    ),
    createCollector(
      registry,
      'sources',
      {
        zelab_inbox_sources_failing: 'Sources of reports that cannot work now',
        zelab_inbox_sources_failing_seconds: 'For how long the first of them has not worked',
      },
      async () => {
        const { failing, longestSeconds } = await read(inboxSources.failing)
        return [failing, longestSeconds]
      },
    ),
    createCollector(
      registry,
      'releases',
      {
        zelab_releases_late:
          'Reports that have awaited release or a correction for more than 120 minutes, up to 1,000',
        zelab_releases_oldest_seconds: 'For how long the oldest report has awaited release or a correction',
      },
      async () => {
        const { late, oldestSeconds } = await read(releases.late)
        return [late, oldestSeconds]
      },
    ),
    createCollector(
      registry,
      'critical',
      {
        zelab_critical_open: 'Critical results that nobody has read back, up to 1,000',
        zelab_critical_late: 'Those beyond their target',
        zelab_critical_undelivered:
          'Those, and items of the inbox, about which nobody was told at the last step of the escalation',
      },
      async () => {
        const { open, late, undelivered } = await read(critical.state)
        return [open, late, undelivered]
      },
    ),
    createCollector(
      registry,
      'integrations',
      {
        zelab_integration_changes_waiting: 'Changes of reports that wait for connected systems, up to 1,000',
        zelab_integration_changes_refused: 'Those that connected systems refused, up to 1,000',
      },
      async () => {
        const { waiting, refused } = await read(sender.state)
        return [waiting, refused]
      },
    ),
    createCollector(
      registry,
      'seals',
      {
        zelab_activity_unsealed_seconds: 'Age of the oldest entry of the activity log without a seal',
        zelab_activity_chain_broken:
          '1 when the chain of seals is not whole where it ends: nothing is sealed',
      },
      async () => [await read(seals.unsealedSeconds), Number(await read(seals.isBroken))],
    ),
    createCollector(
      registry,
      'backups',
      {
        zelab_backup_scheduled: '1 when backups are made by a schedule',
        zelab_backup_last_success_timestamp_seconds:
          'When the last good backup was begun; 0 when there is none',
        zelab_backup_overdue_seconds:
          'For how long a good backup has been due; 0 before the first one is due',
        zelab_backup_last_size_bytes: 'Size of the last good backup; 0 when there is none',
      },
      async () => {
        const { isScheduled, lastGoodAt, overdueSeconds, lastBytes } = await read(backups.state)
        return [Number(isScheduled), lastGoodAt, overdueSeconds, lastBytes]
      },
    ),
    createCollector(
      registry,
      'receivers',
      {
        zelab_integration_receiver_failing_seconds:
          'For how long a connected system has not accepted changes',
      },
      async () => [await read(connectionLists.failing)],
      ['lab', 'receiver'],
    ),
    createCollector(
      registry,
      'certificates',
      { zelab_certificate_expiry_timestamp_seconds: 'When the certificate of seals or of HL7 expires' },
      async () => [certificates()],
      ['certificate'],
    ),
    createCollector(
      registry,
      'disks',
      { zelab_disk_free_bytes: 'Free space of the disks of uploads, data and backups of this process' },
      async () => [await disks()],
      ['disk'],
    ),
  ]

  const runCollector = async (collector: MetricCollector, end: Promise<never>) => {
    try {
      const values = await Promise.race([collector.read(), end])
      for (const [index, gauge] of collector.gauges.entries()) setAll(gauge, values[index] ?? 0)
    } catch {
      failures.inc({ reading: collector.name })
      for (const gauge of collector.gauges)
        if (collector.isLabeled) gauge.reset()
        else gauge.remove()
    }
  }

  const collectAll = async () => {
    const timer = new AbortController()
    const end = sleep(COLLECT_LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
      throw new Error('The metric collectors took too long')
    })
    end.catch(() => {})
    // Sequential, so that a scrape takes only one connection from the requests.
    for (const collector of collectors) await runCollector(collector, end)
    timer.abort()
  }

  let collected: Promise<void> | undefined
  let collectedAt = -Infinity
  return {
    contentType: registry.contentType,
    async page(): Promise<string> {
      if (!collected || performance.now() - collectedAt > CACHE_MS) {
        collectedAt = performance.now()
        collected = collectAll()
      }
      await collected
      return registry.metrics()
    },
  }
}
export type MonitoringService = ReturnType<typeof createMonitoringService>
