import type { Logger } from 'pino'
import { SEND_PASSWORD_RESET } from './modules/auth/password-reset.service.ts'
import { startJobs } from './platform/jobs.ts'
import type { Services } from './services.ts'

const CRONTAB = `
7 * * * * remove-leftover-files
17 * * * * remove-expired-sessions
* * * * * seal-activity
`

/** Everything that happens without a request: queued mails and the hourly cleaning. */
export const startRecurringJobs = (options: {
  connectionString: string
  services: Services
  logger: Logger
}) => {
  const { sessions, passwordResets, files, seals } = options.services
  return startJobs({
    connectionString: options.connectionString,
    logger: options.logger,
    crontab: CRONTAB,
    handlers: {
      [SEND_PASSWORD_RESET]: (payload: { email: string }) => passwordResets.send(payload),
      'remove-leftover-files': () => files.removeLeftovers(),
      'seal-activity': () => seals.seal(),
      'remove-expired-sessions': () => sessions.removeExpired(),
    },
  })
}
