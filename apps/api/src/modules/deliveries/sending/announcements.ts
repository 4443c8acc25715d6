import type { DeliveryPurpose, Language } from '@zelab/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { insertDelivery } from '../deliveries.repository.ts'
import {
  findEmailRecipients,
  findQuietEnd,
  lockNextAnnouncement,
  markAnnounced,
  type Announcement,
  type Recipient,
} from './announcements.repository.ts'
import { findSendFacts, type SendFacts } from './send-facts.repository.ts'
import { emailRefusal, isSameContact } from './sending-rules.ts'

const EVERY_LAB = { everyLab: true } as const

/** Queues the messages that follow from changes of reports: each change is announced once. */
export const createAnnouncer = ({
  database,
  clock,
  timeZone,
  mailer,
}: {
  database: Database
  clock: Clock
  timeZone: () => Promise<string>
  mailer: { hasServer: boolean }
}) => {
  const queue = (
    tx: Queryable,
    { report }: SendFacts,
    message: { labId: number; purpose: DeliveryPurpose; contact: string; language: Language; dueAt?: string },
  ) =>
    insertDelivery(tx, {
      ...message,
      reportId: report.id,
      reportVersion: report.version,
      channel: 'email',
      requestedBy: null,
      state: 'queued',
    })

  /** The patient's contact, if a message may be sent to it. */
  const contactOf = (facts: SendFacts): string | undefined =>
    emailRefusal(facts, mailer.hasServer) === null ? (facts.email.contact ?? undefined) : undefined

  /** Earlier recipients that still are the patient's contact. */
  const currentRecipients = (facts: SendFacts, recipients: Recipient[]) => {
    const contact = contactOf(facts)
    return recipients.filter(
      (recipient) =>
        contact !== undefined && !recipient.isWaiting && isSameContact(recipient.contact, contact),
    )
  }

  const announcePublished = async (tx: Queryable, facts: SendFacts, recipients: Recipient[]) => {
    const contact = contactOf(facts)
    if (contact === undefined || facts.report.isWithdrawn) return
    // The staff sent it meanwhile.
    if (recipients.some((recipient) => isSameContact(recipient.contact, contact))) return
    const labId = facts.lab.id
    const dueAt = await findQuietEnd(tx, { labId, now: clock.now(), timeZone: await timeZone() })
    await queue(tx, facts, {
      labId,
      purpose: 'report',
      contact,
      language: facts.language,
      ...(dueAt !== undefined && { dueAt }),
    })
  }

  const recipientsOf = (kind: Announcement['kind'], facts: SendFacts, recipients: Recipient[]) => {
    if (kind === 'sent-in-error') return recipients.filter(({ isWaiting }) => !isWaiting)
    const current = currentRecipients(facts, recipients)
    if (kind === 'withdrawn') return current.filter(({ hasOpened }) => hasOpened)
    return facts.report.isWithdrawn ? [] : current
  }

  const announce = async (tx: Queryable, { reportId, kind }: Announcement) => {
    const facts = await findSendFacts(EVERY_LAB, tx, reportId)
    if (!facts) return
    const recipients = await findEmailRecipients(tx, reportId)
    if (kind === 'published') return announcePublished(tx, facts, recipients)
    for (const { contact, language, labId } of recipientsOf(kind, facts, recipients))
      await queue(tx, facts, { labId, purpose: kind, contact, language })
  }

  return {
    /**
     * Queues the messages of the oldest open announcement, except of those that failed before.
     * @returns its id and the failure, if any; undefined when there is none
     */
    async announceNext(except: number[]): Promise<{ id: number; error?: unknown } | undefined> {
      let current: Announcement | undefined
      try {
        await database.transaction(async (tx) => {
          current = await lockNextAnnouncement(tx, except)
          if (!current) return
          await announce(tx, current)
          await markAnnounced(tx, current.id)
        })
        return current && { id: current.id }
      } catch (error) {
        if (!current) throw error
        return { id: current.id, error }
      }
    },
  }
}
