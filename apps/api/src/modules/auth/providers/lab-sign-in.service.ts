import {
  STAFF_BEFORE_PROVIDER_ONLY,
  type CallInput,
  type contract,
  type Lab,
  type LabSignIn,
  type SignInRule,
} from '@zelab/contract'
import { conflict } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { defineLabSettings } from '../../labs/lab-settings.service.ts'
import { changeSettings } from '../../settings/settings-updates.service.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import { expectRecentIdentity } from '../accounts/identity-check.service.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import {
  endOwnSessionsOfLab,
  findLabSignIn,
  findOpeningRecipients,
  openSignIn,
  saveSignInRule,
} from './lab-sign-in.repository.ts'
import { findProvidersOfLab } from './providers.repository.ts'

type Opening = CallInput<typeof contract.providers.openLabSignIn>['body'] & { hours: number }

const SECTION = 'sign-in'

/** Implemented by later modules. */
export interface LabPorts {
  getLab: (caller: Caller, id: number) => Promise<Lab>
}

/** How the staff of a lab sign in. */
export const createLabSignIn = ({
  database,
  passkeys,
  getLab,
}: Pick<Context, 'database'> & LabPorts & { passkeys: Pick<PasskeyChecks, 'rpId'> }) => {
  const read = async (db: Queryable, labId: number): Promise<LabSignIn> => ({
    ...(await findLabSignIn(db, labId, passkeys.rpId)),
    providers: await findProvidersOfLab(db, labId),
  })

  return {
    ...defineLabSettings<LabSignIn, { rule?: SignInRule | undefined }>(
      { database, labs: { get: getLab } },
      {
        section: SECTION,
        action: 'lab.sign-in',
        read,
        async store(tx, { caller, labId, changes: { rule } }) {
          await expectRecentIdentity(tx, caller)
          if (rule === undefined) return
          const before = await read(tx, labId)
          const isUsable = before.signedIn >= STAFF_BEFORE_PROVIDER_ONLY && before.providers.length > 0
          if (rule === 'provider' && before.rule === 'any' && !isUsable) throw conflict('TOO_FEW_SIGNED_IN')
          await saveSignInRule(tx, labId, rule)
          if (rule === 'provider') await endOwnSessionsOfLab(tx, labId)
        },
        describe: ({ rule }, { name }) =>
          `Set sign-in to ${rule === 'provider' ? 'provider only' : 'any way'} for the lab ${name}`,
      },
    ),

    async open(caller: Caller, labId: number, { hours, reason, updatedAt }: Opening) {
      const { name } = await getLab(caller, labId)
      return database.transaction(async (tx) => {
        await expectRecentIdentity(tx, caller)
        return changeSettings(tx, { labId, section: SECTION }, updatedAt, async () => {
          if (!(await openSignIn(tx, labId, { hours, reason }))) throw conflict('SIGN_IN_NOT_LIMITED')
          const span = `${hours} ${hours === 1 ? 'hour' : 'hours'}`
          await recordActivity(tx, caller, {
            action: 'lab.sign-in',
            object: { type: 'lab', id: labId },
            labId,
            summary: `Opened passwords and passkeys for ${span} for the lab ${name} (${reason})`,
          })
          const details = `Lab ${name}, for ${span}, by ${caller.user.fullName}. Reason: ${reason}`
          for (const userId of await findOpeningRecipients(tx, labId))
            await noticeToOwner(tx, caller, { userId, notice: 'sign-in-opened', details })
          return read(tx, labId)
        })
      })
    },
  }
}
export type LabSignInService = ReturnType<typeof createLabSignIn>
