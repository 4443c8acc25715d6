import type { DeliveryChannel, DeliveryState, LinkRevocation } from '@zelab/contract'
import { MESSAGE_VERSION } from '@zelab/contract'
import { z } from 'zod'
import { patients, reports } from '../src/core/tables.gen.ts'
import type { Queryable } from '../src/platform/database/database.ts'
import { idRow } from '../src/platform/database/row-schema.ts'
import { hashSecretToken } from '../src/platform/encryption.ts'
import { newLinkToken } from '../src/modules/deliveries/link/link-token.ts'

/** Fixed, because only its hash is stored. */
export const DEMO_LINK_TOKEN = 'DemoLinkDemoLinkDemo12'
const LINK_DAYS = 90

interface DemoDelivery {
  channel: DeliveryChannel
  state: DeliveryState
  daysAgo: number
  failure?: string
  opened?: boolean
  revocation?: LinkRevocation
  isOld?: boolean
  isDelivered?: boolean
  events: string[]
}

const DELIVERIES: readonly DemoDelivery[] = [
  { channel: 'email', state: 'sent', daysAgo: 1, events: ['sent'] },
  { channel: 'email', state: 'sent', daysAgo: 2, opened: true, events: ['sent', 'opened'] },
  { channel: 'email', state: 'sent', daysAgo: 5, events: ['sent'] },
  { channel: 'email', state: 'failed', daysAgo: 3, failure: 'address-refused', events: ['failed'] },
  {
    channel: 'email',
    state: 'unconfirmed',
    daysAgo: 4,
    failure: 'stopped-while-sending',
    events: ['unconfirmed'],
  },
  { channel: 'email', state: 'canceled', daysAgo: 6, failure: 'contact-changed', events: ['canceled'] },
  { channel: 'whatsapp', state: 'handed-over', daysAgo: 2, opened: true, events: ['handed-over', 'opened'] },
  { channel: 'slip', state: 'handed-over', daysAgo: 1, events: ['handed-over'] },
  {
    channel: 'copy',
    state: 'handed-over',
    daysAgo: 8,
    revocation: 'staff',
    events: ['handed-over', 'revoked'],
  },
  {
    channel: 'email',
    state: 'sent',
    daysAgo: 9,
    revocation: 'wrong-tries',
    events: ['sent', 'wrong-tries', 'locked', 'revoked'],
  },
  { channel: 'email', state: 'sent', daysAgo: 60, isOld: true, opened: true, events: ['sent', 'opened'] },
  { channel: 'sms', state: 'sent', daysAgo: 1, isDelivered: true, events: ['sent', 'delivered'] },
  { channel: 'sms', state: 'failed', daysAgo: 2, failure: 'not-delivered', events: ['sent', 'failed'] },
  { channel: 'paper', state: 'handed-over', daysAgo: 0, events: ['handed-over'] },
]

const TO_GUARDIAN: DemoDelivery = {
  channel: 'email',
  state: 'sent',
  daysAgo: 1,
  opened: true,
  events: ['sent', 'opened'],
}

const GUARDIAN = {
  fullName: 'Maryam Al Suwaidi',
  email: 'maryam.alsuwaidi@example.com',
  phone: '+971501234500',
}

const recipientRow = z.object({
  reportId: reports.id,
  labId: patients.labId,
  patientId: patients.id,
  email: patients.email,
  phone: patients.phone,
})

const findRecipients = (tx: Queryable, labId: number) =>
  tx.query(
    recipientRow,
    `select k.id as "reportId", p.lab_id as "labId", p.id as "patientId", p.email, p.phone
       from patients p
       join lateral (select r.id, r.created_at from reports r where r.patient_id = p.id
                      order by r.created_at desc, r.id desc limit 1) k on true
      where p.lab_id = $1 and p.email is not null
      order by k.created_at desc, k.id desc limit $2`,
    [labId, DELIVERIES.length],
  )

const findMinor = (tx: Queryable, labId: number) =>
  tx.maybeOne(
    recipientRow,
    `select r.id as "reportId", p.lab_id as "labId", p.id as "patientId", p.email, p.phone
       from patients p join reports r on r.patient_id = p.id
      where p.lab_id = $1 and p.date_of_birth > current_date - interval '18 years'
      order by p.date_of_birth, r.created_at desc limit 1`,
    [labId],
  )

const insertDelivery = async (
  tx: Queryable,
  delivery: DemoDelivery,
  { reportId, labId, email, phone }: z.output<typeof recipientRow>,
  { userId, guardianId }: { userId: number; guardianId: number | null },
): Promise<number> => {
  const own = { email, sms: phone, whatsapp: phone, slip: null, copy: null, paper: null }[delivery.channel]
  const contact = guardianId === null ? own : GUARDIAN.email
  const isSent = delivery.state === 'sent' || delivery.state === 'handed-over'
  const { id } = await tx.one(
    idRow,
    `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version,
                             state, failure, requested_by, created_at, sent_at, delivered_at, delegate_id)
     values ($1, $2, 1, $3, 'report', $4, 'en', $5, $6, $7, $8, now() - make_interval(days => $9),
             case when $10 then now() - make_interval(days => $9) end,
             case when $11 then now() - make_interval(days => $9) end, $12)
     returning id`,
    [
      reportId,
      labId,
      delivery.channel,
      contact,
      MESSAGE_VERSION,
      delivery.state,
      delivery.failure ?? null,
      userId,
      delivery.daysAgo,
      isSent,
      delivery.isDelivered ?? false,
      guardianId,
    ],
  )
  return id
}

const insertLink = (tx: Queryable, deliveryId: number, delivery: DemoDelivery, token: string) =>
  tx.execute(
    `insert into report_links (delivery_id, token_hash, expires_at, revoked_at, revocation, first_opened_at,
                               last_opened_at, opened_version, created_at)
     values ($1, $2, now() + make_interval(days => $3), case when $4::text is not null then now() end, $4,
             case when $5 then now() - interval '1 hour' end, case when $5 then now() - interval '1 hour' end,
             case when $5 then 1 end, now() - make_interval(days => $6))`,
    [
      deliveryId,
      hashSecretToken(token),
      delivery.isOld ? -1 : LINK_DAYS,
      delivery.revocation ?? null,
      delivery.opened ?? false,
      delivery.daysAgo,
    ],
  )

const insertEvents = (tx: Queryable, deliveryId: number, { events, daysAgo }: DemoDelivery, userId: number) =>
  tx.execute(
    `insert into delivery_events (delivery_id, kind, by_user, at)
     select $1, e.kind, case when e.kind in ('handed-over', 'revoked') then $4::bigint end,
            now() - make_interval(days => $3) + e.place * interval '5 minutes'
       from unnest($2::text[]) with ordinality as e(kind, place)`,
    [deliveryId, events, daysAgo, userId],
  )

const insertGuardian = async (tx: Queryable, patientId: number, userId: number): Promise<number> => {
  const { id } = await tx.one(
    idRow,
    `insert into patient_delegates (patient_id, kind, full_name, relation, language, email, phone, document_seen,
                                    valid_from, wording_version, recorded_by)
     values ($1, 'guardian', $2, 'parent', 'en', $3, $4, 'Birth certificate', current_date - 70, 1, $5)
     returning id`,
    [patientId, GUARDIAN.fullName, GUARDIAN.email, GUARDIAN.phone, userId],
  )
  return id
}

const insertConsents = (tx: Queryable, patientIds: number[], userId: number) =>
  tx.execute(
    `insert into patient_consents (patient_id, channel, is_given, wording_version, recorded_by, recorded_at)
     select p.id, c.channel, true, 1, $2, p.created_at
       from patients p cross join (values ('email'), ('sms'), ('whatsapp')) as c(channel)
      where p.id = any($1)`,
    [patientIds, userId],
  )

export const insertDeliveries = async (tx: Queryable, labId: number, userId: number): Promise<void> => {
  const recipients = await findRecipients(tx, labId)
  await insertConsents(
    tx,
    recipients.map(({ patientId }) => patientId),
    userId,
  )
  const insert = async (
    delivery: DemoDelivery,
    recipient: z.output<typeof recipientRow>,
    { token, guardianId }: { token: string; guardianId: number | null },
  ) => {
    const id = await insertDelivery(tx, delivery, recipient, { userId, guardianId })
    const hasLink =
      delivery.channel !== 'paper' && (delivery.state === 'sent' || delivery.state === 'handed-over')
    if (hasLink) await insertLink(tx, id, delivery, token)
    await insertEvents(tx, id, delivery, userId)
  }
  for (const [index, recipient] of recipients.entries()) {
    const token = index === 0 ? DEMO_LINK_TOKEN : newLinkToken()
    await insert(DELIVERIES[index] as DemoDelivery, recipient, { token, guardianId: null })
  }
  const minor = await findMinor(tx, labId)
  if (!minor) return
  const guardianId = await insertGuardian(tx, minor.patientId, userId)
  await insert(TO_GUARDIAN, minor, { token: newLinkToken(), guardianId })
}

const demoPatientRow = z.object({ dateOfBirth: patients.dateOfBirth })

/** Undefined when the printed link no longer works. */
export const findDemoLinkBirthday = async (db: Queryable): Promise<string | undefined> => {
  const row = await db.maybeOne(
    demoPatientRow,
    `select p.date_of_birth as "dateOfBirth"
       from report_links l
       join deliveries d on d.id = l.delivery_id
       join reports r on r.id = d.report_id
       join patients p on p.id = r.patient_id
      where l.token_hash = $1 and l.revoked_at is null and l.expires_at > now()`,
    [hashSecretToken(DEMO_LINK_TOKEN)],
  )
  return row?.dateOfBirth
}
