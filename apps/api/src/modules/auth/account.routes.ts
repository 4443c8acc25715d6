import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import type { DeviceCookie } from '../../http/cookies.ts'
import { callerOf, serve } from '../../http/serve.ts'
import type { PasswordChangeService } from './password-change.service.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { SessionService } from './sessions.service.ts'

export const accountRoutes = (
  app: FastifyInstance,
  services: {
    sessions: SessionService
    passwordChanges: PasswordChangeService
    secondFactor: SecondFactorService
    knownDevice: DeviceCookie
  },
): void => {
  const { sessions, passwordChanges, secondFactor, knownDevice } = services
  serve(app, contract.auth.keepAlive, async (_, request) => ({
    session: await sessions.keepAlive(callerOf(request)),
  }))
  serve(app, contract.auth.listSessions, async (_, request) => ({
    data: await sessions.list(callerOf(request)),
  }))
  serve(app, contract.auth.endSession, async ({ params }, request) => {
    await sessions.endOne(callerOf(request), params.id)
    return { message: SUCCESS.sessionEnded }
  })
  serve(app, contract.auth.endOtherSessions, async (_, request) => {
    await sessions.endOthers(callerOf(request))
    return { message: SUCCESS.othersSignedOut }
  })
  serve(app, contract.auth.changePassword, async ({ body }, request) => {
    await passwordChanges.change(callerOf(request), body, knownDevice.read(request))
    return { message: SUCCESS.passwordChanged }
  })
  serve(app, contract.auth.confirmIdentity, async ({ body }, request) => {
    await passwordChanges.confirmIdentity(callerOf(request), body)
    return { message: SUCCESS.identityConfirmed }
  })
  serve(app, contract.auth.startSecondFactor, async ({ body }, request) => ({
    data: await secondFactor.start(callerOf(request), body),
  }))
  serve(app, contract.auth.confirmSecondFactor, async ({ body }, request) => ({
    message: SUCCESS.secondFactorOn,
    data: { recoveryCodes: await secondFactor.confirm(callerOf(request), body.code) },
  }))
  serve(app, contract.auth.renewRecoveryCodes, async ({ body }, request) => ({
    data: { recoveryCodes: await secondFactor.renewRecoveryCodes(callerOf(request), body) },
  }))
  serve(app, contract.auth.removeSecondFactor, async ({ body }, request) => {
    await secondFactor.remove(callerOf(request), body)
    return { message: SUCCESS.secondFactorOff }
  })
}
