import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { endPasswordResets } from './accounts.repository.ts'
import { forgetDevices } from '../known-devices/known-devices.service.ts'
import { clearSecondFactor } from '../second-factor/second-factor.repository.ts'
import { deleteOtherSessions, deleteSessionsOfUser } from '../sessions/sessions.repository.ts'

/** For user administration, in the caller's transaction. */

export const SEND_INVITATION = 'send-invitation'

/** Also forgets all known devices. */
export const signOutEverywhere = async (tx: Queryable, userId: number): Promise<void> => {
  await deleteSessionsOfUser(tx, userId)
  await forgetDevices(tx, userId)
}

/** Also forgets all known devices. */
export const signOutElsewhere = async (tx: Queryable, { user, session }: Caller): Promise<void> => {
  await deleteOtherSessions(tx, user.id, session.id)
  await forgetDevices(tx, user.id)
}

export const removeSecondFactor = (tx: Queryable, userId: number): Promise<void> =>
  clearSecondFactor(tx, userId)

export const endMailedLinks = (tx: Queryable, userId: number): Promise<void> => endPasswordResets(tx, userId)

/** Invalidates earlier links. @param hasLostWay the person could sign in before */
export const inviteByMail = async (
  tx: Queryable,
  userId: number,
  requestId: string | undefined,
  hasLostWay = false,
): Promise<void> => {
  await endPasswordResets(tx, userId)
  await enqueueJob(tx, SEND_INVITATION, { userId, hasLostWay }, requestId)
}
