import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { integrations, labs, settings } from '../../../core/tables.gen.ts'
import {
  assignments,
  columnsOf,
  from,
  insertion,
  pick,
  type Changes,
  type NewRecord,
} from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

/** Where a receiver is, and the names in its HL7 messages. */
export const destination = {
  ...pick(integrations, 'url host port ca serverName processingId sendingApplication sendingFacility'),
  ...pick(integrations, 'receivingApplication receivingFacility assigningAuthority'),
}

const fieldsRow = z.object({
  ...pick(integrations, 'name purpose country legalBasis referrerId includesSensitive scopes jwks jwksUri'),
  ...destination,
})
const secretsRow = z.object({
  ...pick(integrations, 'keyHash keyExpiresAt keyDays keyRemindedDays sealedSecret sealedPreviousSecret'),
  ...pick(integrations, 'previousSecretUntil'),
})
const stateRow = z.object({
  ...pick(integrations, 'state pauseCause endedAt failingSince failure tries nextTryAt failureMails'),
  ...pick(integrations, 'refusedReports'),
})
const newRow = fieldsRow.extend(
  pick(integrations, 'labId kind createdBy keyHash keyExpiresAt keyDays sealedSecret'),
)
const changeableRow = fieldsRow.extend({ ...secretsRow.shape, ...stateRow.shape })
const lockedRow = fieldsRow.extend(pick(integrations, 'id labId kind state keyDays sealedSecret updatedAt'))

export type ConnectionFields = RowOf<typeof fieldsRow>
export type NewConnection = NewRecord<typeof newRow>
export type ConnectionChanges = Changes<typeof changeableRow>
export type LockedConnection = RowOf<typeof lockedRow>

const addedRow = z.object({ id: integrations.id, clientId: from('client_id::text', integrations.clientId) })

export const insertConnection = (tx: Queryable, connection: NewConnection) =>
  tx.one(
    addedRow,
    (parameters) =>
      `insert into integrations ${insertion(newRow, connection, parameters)} returning ${columnsOf(addedRow)}`,
  )

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
): Promise<RowOf<typeof labRow> | undefined> =>
  tx.maybeOne(
    labRow,
    (parameters) => `select ${columnsOf(labRow, 'l')} from labs l cross join settings s
      where l.id = ${parameters.add(labId)} and ${labCondition(scope, parameters, 'l.id')} for no key update of l`,
  )

/** Clients, or receivers, of a lab that have not ended. */
export const countConnections = (tx: Queryable, labId: number, isClient: boolean): Promise<number> =>
  tx.countRows(
    `select count(*) from integrations where lab_id = $1 and state <> 'ended' and (kind = 'client') = $2`,
    [labId, isClient],
  )

/** Changes of reports are queued meanwhile: they take a weaker lock. */
export const lockConnection = (
  scope: LabScope,
  tx: Queryable,
  id: number,
): Promise<LockedConnection | undefined> =>
  tx.maybeOne(
    lockedRow,
    (parameters) => `select ${columnsOf(lockedRow, 'i')} from integrations i
      where i.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'i.lab_id')} for no key update`,
  )

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

export const findActiveAdmins = (tx: Queryable): Promise<number[]> =>
  tx.findIds(`select id from users
      where user_type_id = 1 and deactivated_at is null and not is_invited order by id limit ${ADMINS_MAX}`)
