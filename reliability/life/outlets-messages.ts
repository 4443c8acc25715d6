import type { MailServer } from '../../apps/api/src/testing/mail-server.ts'
import type { Comparison } from './findings.ts'
import { ofReport } from './trails.ts'
import type { Share, World } from './world.ts'

/** Today's messages: a link arrives once; one that is held asks to contact the lab, or waits for the call. */
export const compareMessagesToPatients = (
  { compare }: Comparison,
  { received }: Pick<MailServer, 'received'>,
  { share, world }: { share: Share; world: World },
): void => {
  for (const { report, email, hold, sentAt, sentOn } of share.messages) {
    const isUndisturbed = report.changedAt <= sentAt && !report.isWithdrawn
    const others = share.messages.filter((other) => other.email === email)
    if (sentOn !== world.day || !isUndisturbed || others.length > 1) continue
    const mails = received.filter(({ to }) => to.includes(email))
    const links = mails.filter(({ content }) => /\/r\/[\w-]{20,}/.test(content)).length
    // One more may tell of a correction on the same day.
    if (hold === undefined) compare('mail to a patient', ofReport(report), 'has a link', true, links > 0)
    else if (hold === 'critical' && report.critical === 'open')
      compare('mail to a patient', ofReport(report), 'messages before the call', 0, mails.length)
    else if (hold === 'unpaid' && report.visit?.payment === 'due')
      compare(
        'mail to a patient',
        ofReport(report),
        'messages before the payment',
        [1, 0],
        [mails.length, links],
      )
  }
}
