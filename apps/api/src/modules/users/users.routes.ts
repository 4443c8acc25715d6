import { contract, SUCCESS } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { callerOf, serve } from '../../http/serve.ts'
import type { StaffService } from './staff.service.ts'
import type { UserPreferenceService } from './user-preferences.service.ts'
import type { UserService } from './users.service.ts'

export const userRoutes = (
  app: FastifyInstance,
  {
    users,
    staff,
    preferences,
  }: { users: UserService; staff: StaffService; preferences: UserPreferenceService },
): void => {
  serve(app, contract.users.register, async ({ body }, request) => ({
    message: SUCCESS.userAdded,
    data: await users.create(callerOf(request), body),
  }))
  serve(app, contract.users.list, async () => ({ data: await users.list() }))
  serve(app, contract.users.getById, async ({ params }) => ({ data: await users.get(params.id) }))
  serve(app, contract.users.update, async ({ params, body }, request) => ({
    message: SUCCESS.saved,
    data: await staff.update(callerOf(request), params.id, body),
  }))
  serve(app, contract.users.deactivate, async ({ params }, request) => ({
    message: SUCCESS.userDeactivated,
    data: await staff.deactivate(callerOf(request), params.id),
  }))
  serve(app, contract.users.reactivate, async ({ params }, request) => ({
    message: SUCCESS.userReactivated,
    data: await staff.reactivate(callerOf(request), params.id),
  }))
  serve(app, contract.users.resetSecondFactor, async ({ params, body }, request) => ({
    message: SUCCESS.secondFactorReset,
    data: await staff.resetSecondFactor(callerOf(request), params.id, body),
  }))
  serve(app, contract.users.invite, async ({ body }, request) => ({
    message: SUCCESS.userInvited,
    data: await staff.invite(callerOf(request), body),
  }))
  serve(app, contract.preferences.get, async (_, request) => ({
    data: await preferences.get(callerOf(request)),
  }))
  serve(app, contract.preferences.update, async ({ body }, request) => ({
    data: await preferences.update(callerOf(request), body),
  }))
  serve(app, contract.users.resendInvitation, async ({ params }, request) => {
    await staff.resendInvitation(callerOf(request), params.id)
    return { message: SUCCESS.userInvited }
  })
}
