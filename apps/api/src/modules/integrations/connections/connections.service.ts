import { randomBytes } from 'node:crypto'
import {
  CLIENT_KEY_PREFIX,
  INTEGRATIONS_MAX,
  VALIDATION,
  type ClientFields,
  type IntegrationChanges,
  type ReceiverFields,
} from '@zelab/contract'
import { conflict, invalidField, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { isForeignKeyViolation, type Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { expectRecentIdentity } from '../../auth/accounts/identity-check.service.ts'
import { findIdempotentResult, runIdempotent } from '../../idempotency/idempotency.service.ts'
import { lockChangesOfLab, resetWaits } from '../receivers/receivers.repository.ts'
import { createFieldCheck, mergeFields } from './connection-fields.ts'
import {
  countConnections,
  deleteTokens,
  findActiveAdmins,
  findClientId,
  insertConnection,
  lockConnection,
  lockLabOfConnections,
  noteLostReach,
  updateConnection,
  type ConnectionFields,
  type LockedConnection,
  type NewConnection,
} from './connections.repository.ts'

const DAY_MS = 86_400_000

export const newBearerKey = (days: number, now: Date) => {
  const secret = CLIENT_KEY_PREFIX + newSecretToken()
  const keyExpiresAt = new Date(now.getTime() + days * DAY_MS).toISOString()
  return { secret, columns: { keyHash: hashSecretToken(secret), keyExpiresAt, keyDays: days } }
}

/** As Standard Webhooks writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

export const recordConnectionChange = (
  tx: Queryable,
  caller: Caller,
  { id, labId, name }: Pick<LockedConnection, 'id' | 'labId' | 'name'>,
  what: string,
): Promise<void> =>
  recordActivity(tx, caller, {
    action: 'integration.change',
    object: { type: 'integration', id },
    labId,
    summary: `${what} the connection ${name}`,
  })

/** @returns the Admins to tell */
export const recordToldAdmins = async (
  tx: Queryable,
  { id, labId }: Pick<LockedConnection, 'id' | 'labId'>,
  what: string,
): Promise<number[]> => {
  const admins = await findActiveAdmins(tx)
  await recordActivity(tx, 'system', {
    action: 'integration.change',
    object: { type: 'integration', id },
    labId,
    summary: `${what}: told ${admins.length} ${admins.length === 1 ? 'Admin' : 'Admins'}`,
  })
  return admins
}

export const lockCurrent = async (tx: Queryable, caller: Caller, id: number): Promise<LockedConnection> => {
  const connection = await lockConnection(labScopeOf(caller), tx, id)
  if (!connection) throw notFound('INTEGRATION_NOT_FOUND')
  if (connection.state === 'ended') throw conflict('INTEGRATION_ENDED')
  return connection
}

/** Refuses a referrer of another lab. */
const refuseReferrer = (error: unknown): never => {
  throw isForeignKeyViolation(error, 'integrations_referrer_fkey')
    ? invalidField('reach.id', VALIDATION.referrer)
    : error
}

const isNarrower = (before: ConnectionFields, after: Partial<ConnectionFields>): boolean =>
  (after.referrerId !== before.referrerId && after.referrerId !== null) ||
  (before.includesSensitive && after.includesSensitive === false)

const isMoved = (before: ConnectionFields, after: Partial<ConnectionFields>): boolean =>
  (['url', 'host', 'port', 'ca', 'serverName'] as const).some((field) => after[field] !== before[field])

export const createConnectionService = ({
  database,
  clock,
  encryption,
  outbound,
  hl7Out,
}: Pick<Context, 'database' | 'clock' | 'encryption' | 'outbound' | 'hl7Out'>) => {
  const checkFields = createFieldCheck({ outbound, hl7Out })

  const lockLab = async (tx: Queryable, caller: Caller, labId: number) => {
    const lab = await lockLabOfConnections(labScopeOf(caller), tx, labId)
    if (!lab) throw notFound('LAB_NOT_FOUND')
    return lab
  }

  /** Shows the secret once: a repeated request gets the id alone. */
  const add = async (
    caller: Caller,
    labId: number,
    kind: LockedConnection['kind'],
    fields: Partial<IntegrationChanges>,
    made?: {
      secret: string
      columns: Pick<NewConnection, 'keyHash' | 'keyExpiresAt' | 'keyDays' | 'sealedSecret'>
    },
  ): Promise<{ id: number; secret?: string }> => {
    await expectRecentIdentity(database, caller)
    const earlier = await findIdempotentResult(database, caller)
    if (earlier !== undefined) return { id: earlier }
    await checkFields(kind, fields)
    const shown: { secret?: string } = {}
    const id = await database.transaction((tx) =>
      runIdempotent(tx, caller, async () => {
        if (made) shown.secret = made.secret
        const connection = mergeFields(kind, await lockLab(tx, caller, labId), {}, fields)
        if ((await countConnections(tx, labId, kind === 'client')) >= INTEGRATIONS_MAX)
          throw conflict('INTEGRATIONS_FULL')
        const added = await insertConnection(tx, {
          ...(connection as ConnectionFields),
          scopes: connection.scopes ?? [],
          ...made?.columns,
          ...{ labId, kind, createdBy: caller.user.id },
        }).catch(refuseReferrer)
        const { name = '' } = connection
        await recordConnectionChange(tx, caller, { id: added.id, labId, name }, 'Added')
        return added.id
      }),
    )
    return { id, ...shown }
  }

  return {
    async addClient(caller: Caller, labId: number, { days, ...fields }: ClientFields) {
      const kinds = [fields.jwks, fields.jwksUri, days].filter((given) => given !== undefined)
      if (kinds.length !== 1) throw invalidField('days', VALIDATION.oneKindOfKey)
      const key = days === undefined ? undefined : newBearerKey(days, clock.now())
      const added = await add(caller, labId, 'client', fields, key)
      return { ...added, clientId: await findClientId(database, added.id) }
    },

    async addReceiver(caller: Caller, labId: number, { kind, ...fields }: ReceiverFields) {
      if (kind === 'hl7') return add(caller, labId, kind, fields)
      const secret = newWebhookSecret()
      return add(caller, labId, kind, fields, { secret, columns: { sealedSecret: encryption.seal(secret) } })
    },

    async update(caller: Caller, id: number, changes: IntegrationChanges): Promise<void> {
      await expectRecentIdentity(database, caller)
      const { kind } = await database.transaction((tx) => lockCurrent(tx, caller, id))
      await checkFields(kind, changes)
      await database.transaction(async (tx) => {
        const before = await lockCurrent(tx, caller, id)
        if (changes.updatedAt !== undefined && changes.updatedAt !== before.updatedAt)
          throw conflict('RECORD_CHANGED')
        const hasNewKeys = changes.jwks !== undefined || changes.jwksUri !== undefined
        if (hasNewKeys && before.keyDays !== null)
          throw invalidField(changes.jwks ? 'jwks' : 'jwksUri', VALIDATION.oneKindOfKey)
        const after = mergeFields(kind, await lockLab(tx, caller, before.labId), before, changes)
        await updateConnection(tx, id, after).catch(refuseReferrer)
        if (hasNewKeys) await deleteTokens(tx, id)
        if (kind !== 'client' && isNarrower(before, after)) await noteLostReach(tx, id)
        if (kind !== 'client' && isMoved(before, after)) {
          await lockChangesOfLab(tx, before.labId)
          await resetWaits(tx, id, clock.now())
        }
        await recordConnectionChange(tx, caller, { ...before, name: after.name ?? before.name }, 'Changed')
      })
    },
  }
}
export type ConnectionService = ReturnType<typeof createConnectionService>
