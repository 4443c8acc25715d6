import { contract } from '@zelab/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
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
  serve(app, contract.users.register, ({ body, caller }) => users.create(caller, body))
  serve(app, contract.users.list, () => users.list())
  serve(app, contract.users.getById, ({ params }) => users.get(params.id))
  serve(app, contract.users.update, ({ params, body, caller }) => staff.update(caller, params.id, body))
  serve(app, contract.users.deactivate, ({ params, caller }) => staff.deactivate(caller, params.id))
  serve(app, contract.users.reactivate, ({ params, caller }) => staff.reactivate(caller, params.id))
  serve(app, contract.users.resetSecondFactor, ({ params, body, caller }) =>
    staff.resetSecondFactor(caller, params.id, body),
  )
  serve(app, contract.users.invite, ({ body, caller }) => staff.invite(caller, body))
  serve(app, contract.preferences.get, ({ caller }) => preferences.get(caller))
  serve(app, contract.preferences.update, ({ body, caller }) => preferences.update(caller, body))
  serve(app, contract.users.resendInvitation, ({ params, caller }) =>
    staff.resendInvitation(caller, params.id),
  )
}
