import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { deviceCookie } from '../../../http/cookies.ts'
import type { Context } from '../../../core/context.ts'
import { serve } from '../../../http/serve.ts'
import type { PasskeyService } from '../passkeys/passkeys.service.ts'
import type { PasswordChangeService } from '../password/password-change.service.ts'
import type { SecondFactorService } from '../second-factor/second-factor.service.ts'
import type { SessionService } from '../sessions/sessions.service.ts'

export const accountRoutes = (
  app: FastifyInstance,
  services: Pick<Context, 'appUrl'> & {
    sessions: SessionService
    passwordChanges: PasswordChangeService
    secondFactor: SecondFactorService
    passkeys: PasskeyService
  },
): void => {
  const { sessions, passwordChanges, secondFactor, passkeys } = services
  const knownDevice = deviceCookie(services.appUrl)
  serve(app, contract.auth.keepAlive, async ({ caller }) => ({
    session: await sessions.keepAlive(caller),
  }))
  serve(app, contract.auth.listSessions, ({ caller }) => sessions.list(caller))
  serve(app, contract.auth.endSession, ({ params, caller }) => sessions.endOne(caller, params.id))
  serve(app, contract.auth.endOtherSessions, ({ caller }) => sessions.endOthers(caller))
  serve(app, contract.auth.changePassword, ({ body, caller }, request) =>
    passwordChanges.change(caller, body, knownDevice.read(request)),
  )
  serve(app, contract.auth.confirmIdentity, ({ body, caller }) =>
    passwordChanges.confirmIdentity(caller, body),
  )
  serve(app, contract.auth.startSecondFactor, ({ body, caller }) => secondFactor.start(caller, body))
  serve(app, contract.auth.confirmSecondFactor, async ({ body, caller }) => ({
    recoveryCodes: await secondFactor.confirm(caller, body.code),
  }))
  serve(app, contract.auth.renewRecoveryCodes, async ({ body, caller }) => ({
    recoveryCodes: await secondFactor.renewRecoveryCodes(caller, body),
  }))
  serve(app, contract.auth.removeSecondFactor, ({ body, caller }) => secondFactor.remove(caller, body))
  serve(app, contract.passkeys.list, ({ caller }) => passkeys.list(caller))
  serve(app, contract.passkeys.addOptions, ({ body, caller }) => passkeys.addOptions(caller, body))
  serve(app, contract.passkeys.add, ({ body, caller }) => passkeys.add(caller, body))
  serve(app, contract.passkeys.rename, ({ params, body, caller }) =>
    passkeys.rename(caller, params.id, body.name),
  )
  serve(app, contract.passkeys.remove, ({ params, body, caller }) => passkeys.remove(caller, params.id, body))
}
