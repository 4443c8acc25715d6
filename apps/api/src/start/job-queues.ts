import type { Logger } from 'pino'
import { JOB_KINDS, type Job, type Module } from '../core/module.ts'
import { startJobs, type JobHandler, type RunningJobs } from '../platform/jobs.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

const jobsOf = (modules: readonly Module[]): [string, Job][] =>
  modules.flatMap(({ jobs }) => Object.entries(jobs ?? {}))

/** The jobs that run by the clock, and have no payload; without those of backups. */
export const scheduledJobsOf = (modules: readonly Module[]): (() => Promise<void>)[] =>
  jobsOf(modules)
    .filter(([, { at }]) => at !== undefined)
    .map(
      ([, { run }]) =>
        () =>
          run({} as never, 'by the clock'),
    )

export const startJobQueues = async ({
  modules,
  metrics,
  isHeld = async () => false,
  ...options
}: {
  connectionString: string
  modules: readonly Module[]
  metrics: Metrics
  /** True if a restored installation holds the messages of jobs marked as notices. */
  isHeld?: (kind: 'staff-notices') => Promise<boolean>
  logger: Logger
}): Promise<RunningJobs> => {
  const unlessHeld =
    (run: JobHandler): JobHandler =>
    async (payload, jobId) => {
      if (!(await isHeld('staff-notices'))) await run(payload, jobId)
    }
  const running = await Promise.all(
    Object.entries(JOB_KINDS).map(([kind, concurrency]) => {
      const jobs = jobsOf(modules).filter(([, job]) => job.kind === kind)
      return startJobs({
        ...options,
        concurrency,
        handlers: Object.fromEntries(
          jobs.map(([task, job]) => [task, job.isNotice ? unlessHeld(job.run) : job.run]),
        ),
        crontab: jobs.flatMap(([task, { at }]) => (at === undefined ? [] : [`${at} ${task}`])).join('\n'),
        onEnd: (task, outcome) => metrics.jobs.inc({ task, outcome }),
      })
    }),
  )
  return {
    async check() {
      await Promise.all(running.map((jobs) => jobs.check()))
    },
    async stop() {
      for (const { stop } of modules) stop?.()
      await Promise.all(running.map((jobs) => jobs.stop()))
    },
  }
}
