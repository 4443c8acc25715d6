import { conflict } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { expectRecentIdentity } from '../../auth/accounts/identity-check.service.ts'
import {
  deleteTokens,
  updateConnection,
  type ConnectionChanges,
  type LockedConnection,
} from './connections.repository.ts'
import { lockCurrent, newBearerKey, newWebhookSecret, recordConnectionChange } from './connections.service.ts'
import { enqueueReceiver, lockChangesOfLab, resetWaits } from '../receivers/receivers.repository.ts'
import { queueLatestChanges, supersedeWaiting } from './replay.repository.ts'

/** How long a webhook also signs with its previous secret. */
const PREVIOUS_SECRET_MS = 86_400_000
/** Changes that a replay looks at, in steps. */
const REPLAY_STEP = 10_000
const REPLAY_STEPS = 100

const TRIES = { perAccount: 10, perAddress: 100, windowMinutes: 10 }

const WORKING = {
  ...{ failingSince: null, failure: null, tries: 0, nextTryAt: null, failureMails: 0 },
  refusedReports: [] as number[],
}

export const createConnectionStateService = ({
  database,
  clock,
  encryption,
  rateLimiter,
}: Pick<Context, 'database' | 'clock' | 'encryption' | 'rateLimiter'>) => {
  const tries = rateLimiter('integration-try', TRIES)

  const renew = ({ kind, keyDays, sealedSecret }: LockedConnection) => {
    if (kind === 'webhook') {
      const secret = newWebhookSecret()
      const until = new Date(clock.now().getTime() + PREVIOUS_SECRET_MS).toISOString()
      return {
        secret,
        columns: {
          sealedSecret: encryption.seal(secret),
          sealedPreviousSecret: sealedSecret,
          previousSecretUntil: sealedSecret && until,
        } satisfies ConnectionChanges,
      }
    }
    if (keyDays === null) throw conflict('INTEGRATION_HAS_NO_SECRET')
    const { secret, columns } = newBearerKey(keyDays, clock.now())
    return { secret, columns: { ...columns, keyRemindedDays: null } satisfies ConnectionChanges }
  }

  const change = (
    caller: Caller,
    id: number,
    what: string,
    work: (tx: Queryable, connection: LockedConnection) => Promise<unknown>,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      const connection = await lockCurrent(tx, caller, id)
      if ((await work(tx, connection)) === false) return
      await recordConnectionChange(tx, caller, connection, what)
    })

  return {
    async rotate(caller: Caller, id: number): Promise<{ secret: string }> {
      await expectRecentIdentity(database, caller)
      let secret = ''
      await change(caller, id, 'Renewed the secret of', async (tx, connection) => {
        const renewed = renew(connection)
        secret = renewed.secret
        await updateConnection(tx, id, renewed.columns)
        if (connection.kind !== 'webhook') return
        await lockChangesOfLab(tx, connection.labId)
        await resetWaits(tx, id, clock.now())
      })
      return { secret }
    },

    async tryNow(caller: Caller, id: number): Promise<void> {
      await tries.attempt({ account: String(id), address: caller.address })
      await change(caller, id, 'Tried again at once:', async (tx, { kind, labId }) => {
        if (kind === 'client') throw conflict('INTEGRATION_NOT_RECEIVER')
        await lockChangesOfLab(tx, labId)
        await resetWaits(tx, id, clock.now())
      })
    },

    pause: (caller: Caller, id: number): Promise<void> =>
      change(caller, id, 'Paused', async (tx, { state }) => {
        if (state === 'paused') return false
        await updateConnection(tx, id, { state: 'paused', pauseCause: 'staff' })
        return deleteTokens(tx, id)
      }),

    async resume(caller: Caller, id: number): Promise<void> {
      await expectRecentIdentity(database, caller)
      await change(caller, id, 'Resumed', async (tx, { state, kind, sealedSecret, labId }) => {
        if (state === 'active') return false
        await lockChangesOfLab(tx, labId)
        if (kind === 'webhook' && !sealedSecret) throw conflict('INTEGRATION_LACKS_SECRET')
        await updateConnection(tx, id, { state: 'active', pauseCause: null, ...WORKING })
        return kind === 'client' ? undefined : enqueueReceiver(tx, id, clock.now())
      })
    },

    end: (caller: Caller, id: number): Promise<void> =>
      change(caller, id, 'Ended', async (tx) => {
        await updateConnection(tx, id, {
          ...{ state: 'ended', pauseCause: null, endedAt: clock.now().toISOString(), ...WORKING },
          ...{ jwks: null, jwksUri: null, keyHash: null, keyExpiresAt: null, keyDays: null },
          ...{ sealedSecret: null, sealedPreviousSecret: null, previousSecretUntil: null },
        })
        await deleteTokens(tx, id)
        await supersedeWaiting(tx, id)
      }),

    /**
     * The newest changes first, so that a limit leaves out the oldest. One transaction for each step: publishing in the
     * lab waits for one step at most.
     */
    async replay(
      caller: Caller,
      id: number,
      since: string,
      signal: AbortSignal,
    ): Promise<{ queued: number }> {
      let queued = 0
      let before: number | null = Number.MAX_SAFE_INTEGER
      for (let step = 0; step < REPLAY_STEPS && before !== null; step += 1) {
        signal.throwIfAborted()
        const upTo: number = before
        before = await database.transaction(async (tx) => {
          const connection = await lockCurrent(tx, caller, id)
          if (connection.kind === 'client') throw conflict('INTEGRATION_NOT_RECEIVER')
          await lockChangesOfLab(tx, connection.labId)
          const done = await queueLatestChanges(tx, connection, { since, before: upTo, most: REPLAY_STEP })
          queued += done.queued
          await recordConnectionChange(tx, caller, connection, `Queued ${done.queued} changes again for`)
          await enqueueReceiver(tx, id, clock.now())
          return done.next
        })
      }
      return { queued }
    },
  }
}
export type ConnectionStateService = ReturnType<typeof createConnectionStateService>
