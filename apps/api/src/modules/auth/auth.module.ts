import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { SEND_INVITATION } from './accounts/account-access.service.ts'
import { createAccountNoticeService, SEND_ACCOUNT_NOTICE } from './accounts/account-notices.service.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { authRoutes, type AuthPorts } from './auth.routes.ts'
import { createIdentityCheck } from './accounts/identity-check.service.ts'
import { createKnownDeviceService } from './known-devices/known-devices.service.ts'
import { createPasswordChangeService } from './password/password-change.service.ts'
import { createPasswordResetService, SEND_PASSWORD_RESET } from './password/password-reset.service.ts'
import { createPasskeyChecks } from './passkeys/passkey-checks.service.ts'
import { createPasskeyService } from './passkeys/passkeys.service.ts'
import { createLabSignIn } from './providers/lab-sign-in.service.ts'
import { createProviderAccounts } from './providers/provider-accounts.service.ts'
import { createProviderClient } from './providers/provider-client.ts'
import { createProviderLinking } from './providers/provider-linking.service.ts'
import { createProviderLogout } from './providers/provider-logout.service.ts'
import { createProviderRequests } from './providers/provider-requests.service.ts'
import { createProviderSignIn } from './providers/provider-sign-in.service.ts'
import { createProviderService } from './providers/providers.service.ts'
import { createSecondFactorCodes } from './second-factor/second-factor-codes.service.ts'
import { createSecondFactorService } from './second-factor/second-factor.service.ts'
import { createSessionCache } from './sessions/session-cache.ts'
import { createSessionService } from './sessions/sessions.service.ts'
import { createSignInService } from './sign-in/sign-in.service.ts'
import { createWaysIn } from './accounts/ways-in.service.ts'

export const authModule = (given: Context & AuthPorts & { settings: SettingsService }) => {
  const passkeys = createPasskeyChecks(given)
  const codes = createSecondFactorCodes({ ...given, passkeys })
  const devices = createKnownDeviceService(given)
  const checkIdentity = createIdentityCheck({ ...given, codes, passkeys })
  const sessionCache = createSessionCache(given.notifications)
  const waysIn = createWaysIn({ passkeys })
  const context = { ...given, codes, devices, passkeys, waysIn, checkIdentity, sessionCache }
  const sessions = createSessionService(context)
  const signIns = createSignInService({ ...context, sessions })
  const client = createProviderClient(given)
  const accounts = createProviderAccounts(given)
  const providerLinking = createProviderLinking(context)
  const providerSignIn = createProviderSignIn({ ...context, accounts, linking: providerLinking, signIns })
  const providerLogout = createProviderLogout({ ...context, client, sessions })
  const passwordResets = createPasswordResetService(context)
  const accountNotices = createAccountNoticeService(context)
  const services = {
    checkIdentity,
    waysIn,
    sessions,
    signIns,
    passkeys: createPasskeyService({ ...context, checks: passkeys }),
    providers: createProviderService({ ...context, client }),
    labSignIn: createLabSignIn(context),
    providerLinking,
    providerLogout,
    providerSignIn,
    providerRequests: createProviderRequests({ ...context, client, signIn: providerSignIn, signIns }),
    secondFactor: createSecondFactorService(context),
    passwordChanges: createPasswordChangeService(context),
    passwordResets,
    accountNotices,
  }
  return defineModule({
    services,
    async routes(app) {
      await authRoutes(app, { ...context, ...services })
      accountRoutes(app, { ...context, ...services })
    },
    jobs: {
      'remove-expired-sessions': {
        kind: 'upkeep',
        at: '17 * * * *',
        async run() {
          await sessions.removeExpired()
          await signIns.removeOldAttempts()
          await providerLogout.removeExpired()
        },
      },
      [SEND_PASSWORD_RESET]: {
        kind: 'messages',
        run: (payload: { email: string }, jobId) => passwordResets.send(payload, jobId),
      },
      [SEND_INVITATION]: {
        kind: 'messages',
        run: (payload: { userId: number; hasLostWay?: boolean }, jobId) =>
          passwordResets.sendInvitation(payload, jobId),
      },
      [SEND_ACCOUNT_NOTICE]: {
        kind: 'messages',
        run: (payload: Parameters<typeof accountNotices.send>[0], jobId) =>
          accountNotices.send(payload, jobId),
      },
    },
  })
}
