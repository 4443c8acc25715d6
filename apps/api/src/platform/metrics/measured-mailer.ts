import type { Mailer } from '../mailer.ts'
import type { Metrics } from './metrics.ts'

/** Counts the emails of a mailer. */
export const measureMailer = (mailer: Mailer, { mails }: Metrics): Mailer => ({
  hasServer: mailer.hasServer,
  async send(mail) {
    try {
      await mailer.send(mail)
    } catch (error) {
      mails.inc({ outcome: 'failed' })
      throw error
    }
    mails.inc({ outcome: 'sent' })
  },
})
