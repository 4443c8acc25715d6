import { CHANGE_TYPES, CLIENT_SCOPES, type SendingState } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { endOfDay, labCondition, startOfDay } from '../../../core/conditions.ts'
import { integrations, integrationSendings, labs, referrers } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import type { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { destination } from './connections.repository.ts'

const LISTED_MAX = 100
const COUNTED_MAX = 1_000
export const ATTEMPTS_COUNTED = 10_000

const listedRow = z.object({
  ...pick(integrations, 'id name purpose country legalBasis referrerId'),
  referrerName: from('f.name', referrers.name.nullable()),
  ...pick(integrations, 'includesSensitive state pauseCause createdAt updatedAt lastUsedAt'),
})
const clientRow = listedRow.extend({
  clientId: from('i.client_id::text', integrations.clientId),
  scopes: from('i.scopes', z.array(z.enum(CLIENT_SCOPES))),
  keyIds: from(
    "(select array_agg(k.key ->> 'kid') from jsonb_array_elements(i.jwks -> 'keys') as k(key))",
    z.array(z.string()).nullable(),
  ),
  jwksUri: integrations.jwksUri,
  expiresAt: from('i.key_expires_at', integrations.keyExpiresAt),
})
const countOf = (state: SendingState) =>
  `(select count(*) from (select 1 from integration_sendings s
     where s.integration_id = i.id and s.state = '${state}' limit ${COUNTED_MAX}) n)`
const receiverRow = listedRow.extend({
  kind: from('i.kind', z.enum(['webhook', 'hl7'])),
  ...destination,
  waiting: from(countOf('waiting'), z.int()),
  waitingSince: from(
    `(select s.created_at from integration_sendings s where s.integration_id = i.id and s.state = 'waiting'
       order by s.change_sequence limit 1)`,
    integrationSendings.createdAt.nullable(),
  ),
  refused: from(countOf('refused'), z.int()),
  ...pick(integrations, 'failingSince failure nextTryAt'),
})
export type ListedClient = RowOf<typeof clientRow>
export type ListedReceiver = RowOf<typeof receiverRow>

const listed = (columns: string, scope: LabScope, labId: number, kinds: string, parameters: SqlParameters) =>
  `select ${columns} from integrations i left join referrers f on f.id = i.referrer_id
    where i.lab_id = ${parameters.add(labId)} and i.kind ${kinds} and i.state <> 'ended'
      and ${labCondition(scope, parameters, 'i.lab_id')}
    order by i.id limit ${LISTED_MAX}`

export const findClients = (scope: LabScope, db: Queryable, labId: number): Promise<ListedClient[]> =>
  db.query(clientRow, (parameters) =>
    listed(columnsOf(clientRow, 'i'), scope, labId, "= 'client'", parameters),
  )

export const findReceivers = (scope: LabScope, db: Queryable, labId: number): Promise<ListedReceiver[]> =>
  db.query(receiverRow, (parameters) =>
    listed(columnsOf(receiverRow, 'i'), scope, labId, "<> 'client'", parameters),
  )

export const isConnection = (scope: LabScope, db: Queryable, id: number): Promise<boolean> =>
  db.exists(
    (parameters) =>
      `select 1 from integrations i where i.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'i.lab_id')}`,
  )

const attemptRow = z.object({
  id: integrationSendings.id,
  report: from('s.report_id', integrationSendings.reportId),
  version: integrationSendings.version,
  type: from("coalesce(s.type, 'report.' || c.type)", z.enum(CHANGE_TYPES)),
  state: integrationSendings.state,
  at: from('s.changed_at', integrationSendings.changedAt),
  ...pick(integrationSendings, 'tries answer'),
})

export interface AttemptFilter {
  state?: SendingState | undefined
  report?: number | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
}
interface Attempts extends AttemptFilter {
  integrationId: number
  timeZone: string
}

const matches = (
  { integrationId, timeZone, state, report, fromDate, toDate }: Attempts,
  parameters: SqlParameters,
): string =>
  [
    `s.integration_id = ${parameters.add(integrationId)}`,
    ...(state ? [`s.state = ${parameters.add(state)}`] : []),
    ...(report ? [`s.report_id = ${parameters.add(report)}`] : []),
    ...(fromDate ? [`s.changed_at >= ${startOfDay(fromDate, timeZone, parameters)}`] : []),
    ...(toDate ? [`s.changed_at < ${endOfDay(toDate, timeZone, parameters)}`] : []),
  ].join(' and ')

export const findAttempts = (
  db: Queryable,
  attempts: Attempts,
  { limit, offset }: { limit: number; offset: number },
): Promise<RowOf<typeof attemptRow>[]> =>
  db.query(
    attemptRow,
    (parameters) => `select ${columnsOf(attemptRow, 's')}
       from integration_sendings s join report_changes c on c.sequence = s.change_sequence
      where ${matches(attempts, parameters)}
      order by s.id desc limit ${parameters.add(limit)} offset ${parameters.add(offset)}`,
  )

export const countAttempts = (db: Queryable, attempts: Attempts): Promise<number> =>
  db.countRows(
    (parameters) => `select count(*) from (select 1 from integration_sendings s
       where ${matches(attempts, parameters)} limit ${ATTEMPTS_COUNTED + 1}) n`,
  )

const failingRow = z.object({
  lab: from('l.name', labs.name),
  receiver: from('i.name', integrations.name),
  seconds: from('max(extract(epoch from now() - i.failing_since))::float8', z.number()),
})

/** In all labs, the one that has failed longest first. */
export const findFailingReceivers = (db: Queryable) =>
  db.query(
    failingRow,
    `select ${columnsOf(failingRow)} from integrations i join labs l on l.id = i.lab_id
      where i.state = 'active' and i.failing_since is not null
      group by l.name, i.name order by 3 desc limit ${LISTED_MAX}`,
  )
