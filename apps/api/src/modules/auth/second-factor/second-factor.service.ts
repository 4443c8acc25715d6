import { Secret } from 'otpauth'
import QRCode from 'qrcode'
import type { Context } from '../../../core/context.ts'
import { conflict, refusedField, unauthenticated } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import { lockAccount } from '../accounts/accounts.repository.ts'
import type { IdentityCheck, IdentityProof } from '../accounts/identity-check.service.ts'
import { totpOf, type SecondFactorCodes } from './second-factor-codes.service.ts'
import {
  clearAuthenticator,
  clearSecondFactor,
  confirmPendingSecret,
  findPendingSecret,
  findSecondFactor,
  savePendingSecret,
} from './second-factor.repository.ts'
import { deleteOtherSessions, isSessionOpen } from '../sessions/sessions.repository.ts'

const SECOND_FACTOR_SETUP_MINUTES = 15
const SECOND_FACTOR_SETUP_LIMIT = { perAccount: 10, perAddress: 100, windowMinutes: 15 } as const

const ISSUER = 'Zelab'

export const createSecondFactorService = ({
  database,
  encryption,
  codes,
  checkIdentity,
  rateLimiter,
}: Pick<Context, 'database' | 'encryption' | 'rateLimiter'> & {
  codes: SecondFactorCodes
  checkIdentity: IdentityCheck
}) => {
  const setupLimiter = rateLimiter('second-factor-setup', SECOND_FACTOR_SETUP_LIMIT)
  const record = (tx: Queryable, caller: Caller, summary: string) =>
    recordActivity(tx, caller, {
      action: 'user.second-factor',
      object: { type: 'user', id: caller.user.id },
      summary,
    })

  return {
    async start(caller: Caller, proof: IdentityProof): Promise<{ secret: string; qrCode: string }> {
      const lockChecked = await checkIdentity(caller, proof)
      const secret = new Secret({ size: 20 }).base32
      await database.transaction(async (tx) => {
        await lockChecked(tx)
        await savePendingSecret(tx, {
          userId: caller.user.id,
          sessionId: caller.session.id,
          sealed: encryption.seal(secret),
          minutes: SECOND_FACTOR_SETUP_MINUTES,
        })
        await record(tx, caller, 'Started to set up a second factor')
      })
      const svg = await QRCode.toString(totpOf(secret, ISSUER, caller.user.email).toString(), {
        type: 'svg',
        margin: 2,
      })
      return { secret, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
    },

    /** Only for a secret that the same session created recently with the password. */
    async confirm(caller: Caller, code: string): Promise<string[]> {
      const { user, session } = caller
      await setupLimiter.attempt({ account: String(user.id) })
      const recoveryCodes = await database.transaction(async (tx) => {
        await lockAccount(tx, user.id)
        if (!(await isSessionOpen(tx, session.id))) throw unauthenticated()
        const sealed = await findPendingSecret(tx, { userId: user.id, sessionId: session.id })
        const step = sealed && codes.stepOf(sealed, code)
        if (step === undefined) throw refusedField('code', 'SECOND_FACTOR_CODE_WRONG')
        const { sealedSecret: former, hasPasskey } = await findSecondFactor(tx, user.id)
        await confirmPendingSecret(tx, user.id, step)
        await deleteOtherSessions(tx, user.id, session.id)
        await record(tx, caller, former ? 'Replaced the second factor' : 'Switched the second factor on')
        await noticeToOwner(tx, caller, { notice: former ? 'second-factor-replaced' : 'second-factor-on' })
        // Codes that came with a passkey stay.
        return hasPasskey && !former ? [] : codes.renewRecoveryCodes(tx, user.id)
      })
      await setupLimiter.succeed({ account: String(user.id) })
      return recoveryCodes
    },

    async renewRecoveryCodes(caller: Caller, proof: IdentityProof): Promise<string[]> {
      const lockChecked = await checkIdentity(caller, proof)
      return database.transaction(async (tx) => {
        await lockChecked(tx)
        if (!(await findSecondFactor(tx, caller.user.id)).isOn) throw conflict('SECOND_FACTOR_NOT_ON')
        await deleteOtherSessions(tx, caller.user.id, caller.session.id)
        await record(tx, caller, 'Made new recovery codes')
        await noticeToOwner(tx, caller, { notice: 'recovery-codes-renewed' })
        return codes.renewRecoveryCodes(tx, caller.user.id)
      })
    },

    /** Removes the authenticator app; passkeys stay a second factor. */
    async remove(caller: Caller, proof: IdentityProof): Promise<void> {
      const { user, session } = caller
      const hasOther = async (tx: Queryable) => {
        const { hasPasskey } = await findSecondFactor(tx, user.id)
        if (session.isSecondFactorRequired && !hasPasskey) throw conflict('SECOND_FACTOR_MANDATORY')
        return hasPasskey
      }
      await hasOther(database)
      const lockChecked = await checkIdentity(caller, proof)
      await database.transaction(async (tx) => {
        await lockChecked(tx)
        const hasPasskey = await hasOther(tx)
        await (hasPasskey ? clearAuthenticator : clearSecondFactor)(tx, user.id)
        await deleteOtherSessions(tx, user.id, session.id)
        await record(
          tx,
          caller,
          hasPasskey ? 'Removed the authenticator app' : 'Switched the second factor off',
        )
        await noticeToOwner(tx, caller, {
          notice: hasPasskey ? 'authenticator-removed' : 'second-factor-off',
        })
      })
    },
  }
}
export type SecondFactorService = ReturnType<typeof createSecondFactorService>
