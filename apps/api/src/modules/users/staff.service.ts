import {
  ADMIN_USER_TYPE_ID,
  type ActivityAction,
  type StaffMember,
  type StaffUserFields,
  type UpdatedUserFields,
  VALIDATION,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict, invalidField, notFound } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import {
  endMailedLinks,
  inviteByMail,
  removeSecondFactor,
  signOutElsewhere,
  signOutEverywhere,
} from '../auth/accounts/account-access.service.ts'
import { noticeToOwner } from '../auth/accounts/account-notices.service.ts'
import type { IdentityCheck, IdentityProof } from '../auth/accounts/identity-check.service.ts'
import { lockUserAdministration, type WaysIn } from '../auth/accounts/ways-in.service.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { throwUserError } from './users.service.ts'
import { findStaffUser, insertUser, setDeactivated, updateUser } from './users.repository.ts'

/** Changes of permissions, visible data or sign-in end sessions. */
const ENDS_SESSIONS = new Set(['email', 'role', 'lab'])

/** All fields after a change that names some of them. */
const fieldsAfter = (user: StaffMember, named: UpdatedUserFields): StaffUserFields => {
  const userTypeId = named.userTypeId ?? user.userType.id
  const labId = named.labId === undefined ? user.lab?.id : (named.labId ?? undefined)
  const isAdmin = userTypeId === ADMIN_USER_TYPE_ID
  if (!isAdmin && labId === undefined) throw invalidField('labId', VALIDATION.labRequired)
  return {
    name: named.name ?? user.fullName,
    phone: named.phone ?? user.phone,
    email: named.email ?? user.email,
    userTypeId,
    labId: isAdmin ? undefined : labId,
  }
}

const differences = (user: StaffMember, fields: StaffUserFields): string[] => {
  const differs = {
    name: user.fullName !== fields.name,
    phone: user.phone !== fields.phone,
    email: user.email !== fields.email,
    role: user.userType.id !== fields.userTypeId,
    lab: (user.lab?.id ?? null) !== (fields.labId ?? null),
  }
  return Object.entries(differs).flatMap(([name, isDifferent]) => (isDifferent ? [name] : []))
}

const record = (
  tx: Queryable,
  caller: Caller,
  action: ActivityAction,
  { id, lab }: StaffMember,
  done: string,
) =>
  recordActivity(tx, caller, { action, object: { type: 'user', id }, labId: lab?.id ?? null, summary: done })

export const createStaffService = ({
  database,
  checkIdentity,
  waysIn,
}: Pick<Context, 'database'> & { checkIdentity: IdentityCheck; waysIn: WaysIn }) => {
  const find = async (tx: Queryable, id: number): Promise<StaffMember> => {
    const user = await findStaffUser(tx, id)
    if (!user) throw notFound('USER_NOT_FOUND')
    return user
  }

  /** Locks user administration, so that checks are still valid on commit. */
  const lockAndChange = (id: number, work: (tx: Queryable, user: StaffMember) => Promise<StaffMember>) =>
    database
      .transaction(async (tx) => {
        await lockUserAdministration(tx)
        return work(tx, await find(tx, id))
      })
      .catch(throwUserError)

  /** Rejects the caller and the last user who can manage users. */
  const refuseLosing = async (tx: Queryable, caller: Caller, user: StaffMember) => {
    if (user.id === caller.user.id) throw conflict('OWN_ACCOUNT', 'userTypeId')
    const isActiveAdmin = user.userType.id === ADMIN_USER_TYPE_ID && user.status === 'active'
    if (isActiveAdmin) await waysIn.refuseLosingAdmin(tx, user.id)
  }

  return {
    /** A change of the caller's own email requires the password, because the new mailbox can reset it. */
    async update(
      caller: Caller,
      id: number,
      { currentPassword, code, passkey, provider, ...named }: UpdatedUserFields,
    ): Promise<StaffMember> {
      const isOwnEmail =
        id === caller.user.id && named.email !== undefined && named.email !== caller.user.email
      const lockChecked =
        isOwnEmail &&
        (await checkIdentity(
          caller,
          { password: currentPassword, code, passkey, provider },
          'currentPassword',
        ))
      return lockAndChange(id, async (tx, user) => {
        const fields = fieldsAfter(user, named)
        const changed = differences(user, fields)
        if (changed.length === 0) return user
        if (lockChecked) await lockChecked(tx)
        if (changed.includes('role')) await refuseLosing(tx, caller, user)
        // A user who moves to another lab is unlinked from the provider.
        if (changed.includes('role') && !changed.includes('lab') && user.roleGivenBy !== null)
          throw conflict('ROLE_GIVEN', 'userTypeId')
        const saved = await updateUser(tx, id, {
          ...fields,
          fullName: fields.name,
          labId: fields.labId ?? null,
        })
        if (changed.some((field) => ENDS_SESSIONS.has(field)))
          await (id === caller.user.id ? signOutElsewhere(tx, caller) : signOutEverywhere(tx, id))
        if (changed.includes('email')) {
          await endMailedLinks(tx, id)
          // The first invitation went to a wrong address.
          if (saved.status === 'invited') await inviteByMail(tx, id, caller.requestId)
          else if (saved.status === 'active')
            for (const address of [{ formerEmail: user.email }, {}])
              await noticeToOwner(tx, caller, { userId: id, notice: 'email-changed', ...address })
        }
        if (changed.includes('lab') || changed.includes('role'))
          await waysIn.keepWayIn(tx, id, caller.requestId)
        await record(tx, caller, 'user.update', saved, `Changed ${changed.join(', ')} of ${saved.fullName}`)
        return find(tx, id)
      })
    },

    async resetSecondFactor(caller: Caller, id: number, proof: IdentityProof): Promise<StaffMember> {
      if (id === caller.user.id) throw conflict('OWN_SECOND_FACTOR')
      if (!(await find(database, id)).hasSecondFactor) throw conflict('USER_HAS_NO_SECOND_FACTOR')
      const lockChecked = await checkIdentity(caller, proof)
      return lockAndChange(id, async (tx, user) => {
        await lockChecked(tx)
        if (!user.hasSecondFactor) throw conflict('USER_HAS_NO_SECOND_FACTOR')
        await waysIn.refuseLosingPasskeys(tx, user)
        await removeSecondFactor(tx, id)
        await signOutEverywhere(tx, id)
        await waysIn.keepWayIn(tx, id, caller.requestId)
        await record(
          tx,
          caller,
          'user.reset-second-factor',
          user,
          `Reset the second factor of ${user.fullName}`,
        )
        await noticeToOwner(tx, caller, { userId: id, notice: 'second-factor-reset' })
        return find(tx, id)
      })
    },

    deactivate: (caller: Caller, id: number): Promise<StaffMember> =>
      lockAndChange(id, async (tx, user) => {
        if (user.status === 'deactivated') return user
        await refuseLosing(tx, caller, user)
        await setDeactivated(tx, id, true)
        await signOutEverywhere(tx, id)
        await endMailedLinks(tx, id)
        await record(tx, caller, 'user.deactivate', user, `Deactivated ${user.fullName}`)
        return find(tx, id)
      }),

    reactivate: (caller: Caller, id: number): Promise<StaffMember> =>
      lockAndChange(id, async (tx, user) => {
        if (user.status !== 'deactivated') throw conflict('USER_ALREADY_ACTIVE')
        await setDeactivated(tx, id, false)
        // A session may have been opened during the deactivation.
        await signOutEverywhere(tx, id)
        await record(tx, caller, 'user.reactivate', user, `Reactivated ${user.fullName}`)
        return find(tx, id)
      }),

    invite: (caller: Caller, fields: StaffUserFields): Promise<StaffMember> =>
      database
        .transaction(async (tx) => {
          const user = await insertUser(tx, {
            ...fields,
            fullName: fields.name,
            labId: fields.labId ?? null,
            isInvited: true,
          })
          await inviteByMail(tx, user.id, caller.requestId)
          await record(tx, caller, 'user.invite', user, `Invited ${user.fullName} as ${user.userType.name}`)
          return user
        })
        .catch(throwUserError),

    /** Invalidates earlier links. */
    async resendInvitation(caller: Caller, id: number): Promise<void> {
      await lockAndChange(id, async (tx, user) => {
        if (user.status === 'deactivated') throw conflict('USER_DEACTIVATED')
        if (user.status !== 'invited' && !user.needsLink) throw conflict('USER_NOT_INVITED')
        if (user.needsLink) await waysIn.keepWayIn(tx, id, caller.requestId)
        else await inviteByMail(tx, id, caller.requestId)
        const again = user.needsLink ? 'to link a sign-in provider' : 'again'
        await record(tx, caller, 'user.invite', user, `Invited ${user.fullName} ${again}`)
        return user
      })
    },
  }
}
