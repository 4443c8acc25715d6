import { pino } from 'pino'
import { startJobs } from '../platform/jobs.ts'

await startJobs({
  connectionString: process.argv[2] ?? '',
  crontab: '',
  concurrency: 3,
  logger: pino({ level: 'silent' }),
  onEnd() {},
  handlers: {
    tested: (_, jobId) => {
      process.stdout.write(`${jobId}\n`)
      return new Promise(() => {})
    },
  },
})
