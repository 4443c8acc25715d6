import { setTimeout as sleep } from 'node:timers/promises'
import { CLIENT_SCOPES } from '@zelab/contract'
import pg from 'pg'
import { createEncryption, findSecret, hashSecretToken } from '../apps/api/src/platform/encryption.ts'
import { LOCALHOST_TLS } from '../apps/api/src/testing/localhost-certificate.ts'
import { HOOK_SECRET } from '../apps/api/src/testing/receivers.ts'

const PLACE = 'lab_id, name, purpose, country, created_by'
const PLACE_VALUES = `$1, 'Bench system', 'Treatment', 'AE', (select min(id) from users)`

/** Connected systems of a lab, in the database, because the API limits their number. */
export const openConnectedSystems = async (connectionString: string, lab: number, dataDir: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const secret = await findSecret(dataDir, process.env.SECRET_KEY)
  if (!secret) throw new Error('The product has no secret')
  const hookSecret = createEncryption(secret).seal(HOOK_SECRET)

  const insertClients = async (keys: readonly string[]): Promise<void> => {
    await client.query(
      `insert into integrations (${PLACE}, kind, scopes, key_hash, key_expires_at, key_days)
       select ${PLACE_VALUES}, 'client', $2, k, now() + interval '1 day', 1 from unnest($3::bytea[]) k`,
      [lab, CLIENT_SCOPES, keys.map(hashSecretToken)],
    )
  }

  const insertReceivers = async (count: number, url: string): Promise<void> => {
    await client.query(
      `insert into integrations (${PLACE}, kind, url, ca, sealed_secret)
       select ${PLACE_VALUES}, 'webhook', $2, $3, $4 from generate_series(1, $5)`,
      [lab, url, LOCALHOST_TLS.cert, hookSecret, count],
    )
  }

  /** As after many tries: the next one is in half an hour. */
  const failReceivers = async (): Promise<void> => {
    await client.query(
      `update integrations set failing_since = now() - interval '1 hour', failure = 'No answer in time', tries = 6,
              failure_mails = 1, next_try_at = now() + interval '30 minutes'
        where lab_id = $1 and kind = 'webhook'`,
      [lab],
    )
  }

  /** Queues a change of the lab's latest reports for each receiver. */
  const queueChanges = async (count: number): Promise<void> => {
    await client.query(
      `with receivers as (
         select id, count(*) over () as all_of_them from integrations where lab_id = $1 and kind = 'webhook'
       ), noted as (
         insert into report_changes (lab_id, report_id, version, type, state, is_sensitive, was_sensitive, facts)
         select $1, r.id, r.version, 'published', 'current', false, false, '{}' from reports r
          where r.lab_id = $1 and r.withdrawn_at is null
          order by r.id desc limit (select ceil($2 / max(all_of_them)) from receivers)
         returning sequence, report_id
       )
       insert into integration_sendings (integration_id, change_sequence, report_id)
       select i.id, n.sequence, n.report_id from noted n cross join receivers i`,
      [lab, count],
    )
    await client.query('analyze integration_sendings, report_changes')
  }

  const countWaiting = async (): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from integration_sendings where state = 'waiting'`,
    )
    return rows[0]?.n ?? 0
  }

  /** Avoids conflicts with writes that follow an answer. */
  const waitForAnswers = async (): Promise<void> => {
    await client.query(
      `update integrations set state = 'paused', pause_cause = 'staff' where lab_id = $1 and kind = 'webhook'`,
      [lab],
    )
    const isSending = async () =>
      (await client.query('select from integration_sendings where is_sending limit 1')).rowCount !== 0
    while (await isSending()) await sleep(100)
  }

  /** All, with their changes: a lab with a connection notes every change. */
  const remove = async (): Promise<void> => {
    await waitForAnswers()
    await client.query('delete from integrations where lab_id = $1', [lab])
    // Changes are append-only.
    await client.query("set session_replication_role = 'replica'")
    await client.query('delete from report_changes where lab_id = $1', [lab])
    await client.query("set session_replication_role = 'origin'")
    await client.query('vacuum (analyze) integration_sendings, report_changes, integrations')
  }

  await client.query('update integration_sendings set is_sending = false where is_sending')
  await remove()
  return {
    ...{ insertClients, insertReceivers, failReceivers, queueChanges, countWaiting, remove },
    close: () => client.end(),
  }
}
export type ConnectedSystems = Awaited<ReturnType<typeof openConnectedSystems>>
