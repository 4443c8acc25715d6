import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { integrations, labs, settings } from '../../../core/tables.gen.ts'
import {
  assignments,
  columnsOf,
  from,
  insertion,
  type Changes,
  type NewRecord,
} from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countRow, idRow, type RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

/** Where a receiver is, and the names in its HL7 messages. */
export const destination = {
  url: integrations.url,
  host: integrations.host,
  port: integrations.port,
  ca: integrations.ca,
  serverName: integrations.serverName,
  processingId: integrations.processingId,
  sendingApplication: integrations.sendingApplication,
  sendingFacility: integrations.sendingFacility,
  receivingApplication: integrations.receivingApplication,
  receivingFacility: integrations.receivingFacility,
  assigningAuthority: integrations.assigningAuthority,
}

const fieldsRow = z.object({
  name: integrations.name,
  purpose: integrations.purpose,
  country: integrations.country,
  legalBasis: integrations.legalBasis,
  referrerId: integrations.referrerId,
  includesSensitive: integrations.includesSensitive,
  scopes: integrations.scopes,
  jwks: integrations.jwks,
  jwksUri: integrations.jwksUri,
  ...destination,
})
const secretsRow = z.object({
  keyHash: integrations.keyHash,
  keyExpiresAt: integrations.keyExpiresAt,
  keyDays: integrations.keyDays,
  keyRemindedDays: integrations.keyRemindedDays,
  sealedSecret: integrations.sealedSecret,
  sealedPreviousSecret: integrations.sealedPreviousSecret,
  previousSecretUntil: integrations.previousSecretUntil,
})
const stateRow = z.object({
  state: integrations.state,
  pauseCause: integrations.pauseCause,
  endedAt: integrations.endedAt,
  failingSince: integrations.failingSince,
  failure: integrations.failure,
  tries: integrations.tries,
  nextTryAt: integrations.nextTryAt,
  failureMails: integrations.failureMails,
  refusedReports: integrations.refusedReports,
})
const newRow = fieldsRow.extend({
  labId: integrations.labId,
  kind: integrations.kind,
  createdBy: integrations.createdBy,
  keyHash: integrations.keyHash,
  keyExpiresAt: integrations.keyExpiresAt,
  keyDays: integrations.keyDays,
  sealedSecret: integrations.sealedSecret,
})
const changeableRow = fieldsRow.extend({ ...secretsRow.shape, ...stateRow.shape })
const lockedRow = fieldsRow.extend({
  id: integrations.id,
  labId: integrations.labId,
  kind: integrations.kind,
  state: integrations.state,
  keyDays: integrations.keyDays,
  sealedSecret: integrations.sealedSecret,
  updatedAt: integrations.updatedAt,
})

export type ConnectionFields = RowOf<typeof fieldsRow>
export type NewConnection = NewRecord<typeof newRow>
export type ConnectionChanges = Changes<typeof changeableRow>
export type LockedConnection = RowOf<typeof lockedRow>

const addedRow = z.object({ id: integrations.id, clientId: from('client_id::text', integrations.clientId) })

export const insertConnection = (tx: Queryable, connection: NewConnection) => {
  const parameters = new SqlParameters()
  return tx.one(
    addedRow,
    `insert into integrations ${insertion(newRow, connection, parameters)} returning ${columnsOf(addedRow)}`,
    parameters.values,
  )
}

const clientIdRow = z.object({ clientId: from('client_id::text', integrations.clientId) })

export const findClientId = async (db: Queryable, id: number): Promise<string> =>
  (await db.one(clientIdRow, `select ${columnsOf(clientIdRow)} from integrations where id = $1`, [id]))
    .clientId

const labRow = z.object({ name: labs.name, country: from('s.country', settings.country) })

/** Until the end of the transaction, connections of the lab are added one after another. */
export const lockLabOfConnections = (
  scope: LabScope,
  tx: Queryable,
  labId: number,
): Promise<RowOf<typeof labRow> | undefined> => {
  const parameters = new SqlParameters()
  const id = parameters.add(labId)
  return tx.maybeOne(
    labRow,
    `select ${columnsOf(labRow, 'l')} from labs l cross join settings s
      where l.id = ${id} and ${labCondition(scope, parameters, 'l.id')} for no key update of l`,
    parameters.values,
  )
}

/** Clients, or receivers, of a lab that have not ended. */
export const countConnections = async (tx: Queryable, labId: number, isClient: boolean): Promise<number> => {
  const row = await tx.one(
    countRow,
    `select count(*) from integrations where lab_id = $1 and state <> 'ended' and (kind = 'client') = $2`,
    [labId, isClient],
  )
  return row.count
}

/** Changes of reports are queued meanwhile: they take a weaker lock. */
export const lockConnection = (
  scope: LabScope,
  tx: Queryable,
  id: number,
): Promise<LockedConnection | undefined> => {
  const parameters = new SqlParameters()
  const connection = parameters.add(id)
  return tx.maybeOne(
    lockedRow,
    `select ${columnsOf(lockedRow, 'i')} from integrations i
      where i.id = ${connection} and ${labCondition(scope, parameters, 'i.lab_id')} for no key update`,
    parameters.values,
  )
}

export const updateConnection = async (
  tx: Queryable,
  id: number,
  changes: ConnectionChanges,
): Promise<void> => {
  const parameters = new SqlParameters()
  // Strictly increasing, because stale forms are detected by this time.
  const touched = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`
  const assigned = assignments(changeableRow, changes, parameters, touched)
  await tx.execute(`update integrations set ${assigned} where id = ${parameters.add(id)}`, parameters.values)
}

export const deleteTokens = async (tx: Queryable, integrationId: number): Promise<void> => {
  await tx.execute('delete from integration_tokens where integration_id = $1', [integrationId])
}

/** A job tells the receiver to remove accepted reports that are out of reach now. */
export const noteLostReach = async (tx: Queryable, integrationId: number): Promise<void> => {
  await tx.execute('insert into report_change_backlog (integration_id) values ($1)', [integrationId])
}

const ADMINS_MAX = 100

export const findActiveAdmins = async (tx: Queryable): Promise<number[]> => {
  const rows = await tx.query(
    idRow,
    `select id from users
      where user_type_id = 1 and deactivated_at is null and not is_invited order by id limit ${ADMINS_MAX}`,
  )
  return rows.map(({ id }) => id)
}
