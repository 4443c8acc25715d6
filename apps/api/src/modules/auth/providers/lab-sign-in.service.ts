import type { Lab, LabSignIn, SignInRule } from '@zelab/contract'
import { conflict } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { changeSettings, readSavedSettings, type Seen } from '../../settings/settings-updates.service.ts'
import { noticeToOwner } from '../account-notices.service.ts'
import { expectRecentIdentity } from '../identity-check.service.ts'
import {
  endOwnSessionsOfLab,
  findLabSignIn,
  findToldOfOpening,
  openSignIn,
  saveSignInRule,
} from './lab-sign-in.repository.ts'
import { findProvidersOfLab } from './providers.repository.ts'

/** So many staff have signed in through a provider before it is the only way. */
const SIGNED_IN_BEFORE = 2
const SECTION = 'sign-in'

/** Implemented by later modules. */
export interface LabPorts {
  getLab: (caller: Caller, id: number) => Promise<Lab>
}

/** How the staff of a lab sign in. */
export const createLabSignIn = ({ database, getLab }: Pick<Context, 'database'> & LabPorts) => {
  const read = async (db: Queryable, labId: number): Promise<LabSignIn> => ({
    ...(await findLabSignIn(db, labId)),
    providers: await findProvidersOfLab(db, labId),
  })
  const record = (tx: Queryable, caller: Caller, { id, name }: Lab, summary: string) =>
    recordActivity(tx, caller, {
      action: 'lab.sign-in',
      object: { type: 'lab', id },
      labId: id,
      summary: `${summary} for the lab ${name}`,
    })

  return {
    async get(caller: Caller, labId: number) {
      await getLab(caller, labId)
      return readSavedSettings(database, { labId, section: SECTION }, () => read(database, labId))
    },

    async update(
      caller: Caller,
      labId: number,
      { rule, updatedAt }: { rule?: SignInRule | undefined } & Seen,
    ) {
      const lab = await getLab(caller, labId)
      return database.transaction(async (tx) => {
        await expectRecentIdentity(tx, caller)
        return changeSettings(tx, { labId, section: SECTION }, updatedAt, async () => {
          const before = await read(tx, labId)
          const next = rule ?? before.rule
          const isNew = next === 'provider' && before.rule !== 'provider'
          if (isNew && (before.signedIn < SIGNED_IN_BEFORE || before.providers.length === 0))
            throw conflict('TOO_FEW_SIGNED_IN')
          await saveSignInRule(tx, labId, next)
          if (next === 'provider') await endOwnSessionsOfLab(tx, labId)
          await record(
            tx,
            caller,
            lab,
            next === 'provider' ? 'Set sign-in to provider only' : 'Set sign-in to any way',
          )
          return read(tx, labId)
        })
      })
    },

    async open(caller: Caller, labId: number, { hours, reason }: { hours: number; reason: string }) {
      const lab = await getLab(caller, labId)
      return database.transaction(async (tx) => {
        await expectRecentIdentity(tx, caller)
        return changeSettings(tx, { labId, section: SECTION }, undefined, async () => {
          if (!(await openSignIn(tx, labId, { hours, reason }))) throw conflict('SIGN_IN_NOT_LIMITED')
          const span = `${hours} ${hours === 1 ? 'hour' : 'hours'}`
          await record(tx, caller, lab, `Opened passwords and passkeys for ${span} (${reason})`)
          const details = `Lab ${lab.name}, for ${span}, by ${caller.user.fullName}. Reason: ${reason}`
          for (const userId of await findToldOfOpening(tx, labId))
            await noticeToOwner(tx, caller, { userId, notice: 'sign-in-opened', details })
          return read(tx, labId)
        })
      })
    },
  }
}
export type LabSignInService = ReturnType<typeof createLabSignIn>
