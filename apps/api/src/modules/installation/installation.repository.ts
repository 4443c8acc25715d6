import { z } from 'zod'
import { installation, reportFiles, users } from '../../core/tables.gen.ts'
import { columnsOf, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { JOBS_CONNECTION } from '../../platform/jobs.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const installationTables: Tables = {
  held_jobs: {},
  held_sendings: { changes: 'waiting', removes: true },
  installation: { changes: 'key_fingerprint storage_marked_at pulse' },
}

const installationRow = z.object({
  ...pick(installation, 'id keyFingerprint'),
  isStorageMarked: z.boolean(),
})
export type Installation = RowOf<typeof installationRow>

export const findInstallation = (db: Queryable): Promise<Installation | undefined> =>
  db.maybeOne(
    installationRow,
    `select ${columnsOf(installationRow, '', { isStorageMarked: 'storage_marked_at is not null' })}
       from installation`,
  )

export const knowsInstallation = (db: Queryable): Promise<boolean> =>
  db.exists("select 1 where to_regclass('public.installation') is not null")

export const addInstallation = async (db: Queryable): Promise<void> => {
  await db.execute('insert into installation default values on conflict do nothing')
}

export const claimKey = async (db: Queryable, fingerprint: Buffer): Promise<void> => {
  await db.execute('update installation set key_fingerprint = $1 where key_fingerprint is null', [
    fingerprint,
  ])
}

export const noteStorageMarked = async (db: Queryable): Promise<void> => {
  await db.execute('update installation set storage_marked_at = now() where storage_marked_at is null')
}

const sealedRow = z.object({ sealed: users.totpSecret })

export const listSealedSecrets = async (db: Queryable, limit: number): Promise<Buffer[]> => {
  const rows = await db.query(
    sealedRow,
    `(select totp_secret as sealed from users where totp_secret is not null
       order by totp_confirmed_at desc nulls last, id desc limit $1)
     union all
     (select sealed_secret from integrations where sealed_secret is not null order by id desc limit $1)
     union all
     (select coalesce(sealed_secret, sealed_key) from sign_in_providers order by id desc limit $1)`,
    [limit],
  )
  return rows.flatMap(({ sealed }) => sealed ?? [])
}

const fileRow = z.object({ name: reportFiles.name, sizeBytes: reportFiles.sizeBytes })

/** Report files are never removed. */
export const listNewestFiles = (db: Queryable, limit: number): Promise<RowOf<typeof fileRow>[]> =>
  db.query(
    fileRow,
    `select ${columnsOf(fileRow)} from report_files
      where report_id is not null order by id desc limit $1`,
    [limit],
  )

export const isServiceConnected = (db: Queryable): Promise<boolean> =>
  db.exists('select 1 from pg_stat_activity where datname = current_database() and application_name = $1', [
    JOBS_CONNECTION,
  ])

/**
 * Users set up second factors again, webhooks and sign-in providers wait for a new secret, no lab is provider only, and
 * the activity log continues with the next key.
 */
export const removeEncrypted = async (tx: { execute: (text: string) => Promise<number> }): Promise<void> => {
  await tx.execute(
    'update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null, totp_pending_secret = null',
  )
  await tx.execute('update sign_in_providers set sealed_secret = null, sealed_key = null, public_key = null')
  await tx.execute('update sessions set sealed_id_token = null')
  await tx.execute("update lab_sign_in_settings set rule = 'any', open_until = null, open_reason = null")
  await tx.execute('delete from provider_requests')
  await tx.execute('delete from recovery_codes where user_id not in (select user_id from passkeys)')
  await tx.execute(
    `update integrations
        set sealed_secret = null, sealed_previous_secret = null, previous_secret_until = null,
            state = case when state = 'active' then 'paused' else state end,
            pause_cause = case when state = 'active' then 'restored' else pause_cause end
      where kind = 'webhook'`,
  )
  await tx.execute(
    `update activity_seal_state
        set seals = 0, last_seal_id = 0, last_entry_id = 0, hash = null, signature = null, broken_at = null,
            problem = null, resumed_after_seal_id = (select coalesce(max(id), 0) from activity_seals)`,
  )
}

export const forgetKey = async (tx: Queryable): Promise<void> => {
  await tx.execute('update installation set key_fingerprint = null')
}
