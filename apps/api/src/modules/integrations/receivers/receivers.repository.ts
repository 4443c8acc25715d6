import { z } from 'zod'
import { integrations, labs, users } from '../../../core/tables.gen.ts'
import { destination } from '../connections/connections.repository.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const receiverRow = z.object({
  ...pick(integrations, 'id labId kind name state referrerId includesSensitive'),
  ...destination,
  ...pick(integrations, 'sealedSecret sealedPreviousSecret previousSecretUntil failingSince tries nextTryAt'),
  ...pick(integrations, 'refusedReports'),
})
export type Receiver = RowOf<typeof receiverRow>

export const findReceiver = (db: Queryable, id: number): Promise<Receiver | undefined> =>
  db.maybeOne(
    receiverRow,
    `select ${columnsOf(receiverRow)} from integrations where id = $1 and kind <> 'client'`,
    [id],
    { name: 'find-receiver' },
  )

/** @param of.refusedReports since the last acceptance */
export const setWorking = async (
  tx: Queryable,
  { id, now, refusedReports }: { id: number; now: Date; refusedReports: readonly number[] },
): Promise<void> => {
  await tx.execute(
    `update integrations set last_used_at = $2, failing_since = null, failure = null, tries = 0, next_try_at = null,
            failure_mails = 0, refused_reports = $3
      where id = $1`,
    [id, now, refusedReports],
    { name: 'set-receiver-working' },
  )
}

/** Without effect if the receiver was repaired since it was read: an attempt from before delays nothing. */
export const setFailing = async (
  tx: Queryable,
  {
    id,
    answer,
    now,
    nextTryAt,
    tries,
    refusedReports,
  }: Pick<Receiver, 'id' | 'tries' | 'refusedReports'> & { answer: string; now: Date; nextTryAt: Date },
): Promise<void> => {
  await tx.execute(
    `update integrations set failing_since = coalesce(failing_since, $3), failure = $2, tries = tries + 1,
            next_try_at = $4, refused_reports = $5
      where id = $1 and tries = $6`,
    [id, answer, now, nextTryAt, refusedReports, tries],
    { name: 'set-receiver-failing' },
  )
}

/** False if it was not active. */
export const pauseGone = async (tx: Queryable, id: number): Promise<boolean> =>
  (await tx.execute(
    `update integrations set state = 'paused', pause_cause = 'gone', updated_at = now()
      where id = $1 and state = 'active'`,
    [id],
  )) > 0

/** Makes the following look-up see every change of the lab that was committed or is about to be. */
export const lockChangesOfLab = async (tx: Queryable, labId: number): Promise<void> => {
  await tx.execute('select pg_advisory_xact_lock(7310070, ($1::bigint % 2147483647)::integer)', [labId], {
    name: 'lock-changes-of-lab',
  })
}

/**
 * Queues the job of a receiver for this time, or for its next try if that is later. A job that is due earlier stays. A
 * caller that changes what is to be sent holds the lock of the lab.
 */
export const enqueueReceiver = async (tx: Queryable, id: number, at: Date): Promise<void> => {
  await tx.execute('select enqueue_receiver($1, $2)', [id, at], { name: 'enqueue-receiver' })
}

/** After its address or secret changed, or a test was accepted: everything that waits is due. */
export const resetWaits = async (tx: Queryable, id: number, now: Date): Promise<void> => {
  await tx.execute(
    `with receiver as (
       update integrations set tries = 0, next_try_at = null, refused_reports = '{}' where id = $1)
     update integration_sendings set next_try_at = $2
      where integration_id = $1 and state = 'waiting' and next_try_at > $2`,
    [id, now],
  )
  await enqueueReceiver(tx, id, now)
}

/** The receivers that wait for a report with this file, without a try. */
export const enqueueReceiversOf = async (db: Queryable, fileName: string, now: Date): Promise<void> => {
  await db.execute(
    `with due as (
       update integration_sendings set next_try_at = $2
        where report_id = (select report_id from report_files where name = $1)
          and state = 'waiting' and tries = 0 and next_try_at > $2
       returning integration_id)
     select enqueue_receiver(integration_id, $2) from due`,
    [fileName, now],
    { name: 'enqueue-receivers-of-copy' },
  )
}

export const findDueReceivers = (db: Queryable, now: Date, most: number): Promise<number[]> =>
  db.findIds(
    `select i.id from integrations i
      where i.kind <> 'client' and i.state = 'active' and (i.next_try_at is null or i.next_try_at <= $1)
        and exists (select from integration_sendings s
                     where s.integration_id = i.id and s.state = 'waiting' and s.next_try_at <= $1)
      order by i.id limit $2`,
    [now, most],
  )

const failingRow = z.object({
  ...pick(integrations, 'id labId name'),
  hours: from('hours', z.number()),
})

/** Notes the next mail about a receiver that has failed for 1 or 24 hours. */
export const claimFailureNotice = (tx: Queryable, now: Date) =>
  tx.maybeOne(
    failingRow,
    `update integrations i set failure_mails = due.mails
       from (select f.id, case when f.failing_since <= $1::timestamptz - interval '24 hours' then 2 else 1 end as mails
               from integrations f
              where f.kind <> 'client' and f.state = 'active' and f.failing_since <= $1::timestamptz - interval '1 hour'
                and f.failure_mails < case when f.failing_since <= $1::timestamptz - interval '24 hours' then 2 else 1 end
              order by f.id limit 1 for update skip locked) due
      where i.id = due.id
      returning i.id, i.lab_id as "labId", i.name, case due.mails when 2 then 24 else 1 end as hours`,
    [now],
  )

/** @returns false if Admins were told since */
export const claimWithdrawalNotice = async (
  tx: Queryable,
  { id, now, since }: { id: number; now: Date; since: Date },
): Promise<boolean> =>
  (await tx.execute(
    `update integrations set withdrawal_told_at = $2
      where id = $1 and (withdrawal_told_at is null or withdrawal_told_at < $3)`,
    [id, now, since],
  )) > 0

const noticeRow = z.object({
  ...pick(users, 'fullName email'),
  receiverName: from('i.name', integrations.name),
  labName: from('l.name', labs.name),
  ...pick(integrations, 'labId failure'),
})

export const findNotice = (db: Queryable, receiverId: number, userId: number) =>
  db.maybeOne(
    noticeRow,
    `select ${columnsOf(noticeRow, 'i', { fullName: 'u.full_name', email: 'u.email' })}
       from integrations i join labs l on l.id = i.lab_id
       join users u on u.id = $2 and u.user_type_id = 1 and u.deactivated_at is null and not u.is_invited
      where i.id = $1`,
    [receiverId, userId],
  )
