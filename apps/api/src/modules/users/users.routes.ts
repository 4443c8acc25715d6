import { contract } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import type { IdentityCheck } from '../auth/accounts/identity-check.service.ts'
import type { WaysIn } from '../auth/accounts/ways-in.service.ts'
import { serve } from '../../http/serve.ts'
import { createStaffService } from './staff.service.ts'
import { createUserPreferenceService } from './user-preferences.service.ts'
import { createUserService } from './users.service.ts'

export const usersModule = (
  context: Pick<Context, 'database'> & { checkIdentity: IdentityCheck; waysIn: WaysIn },
) => {
  const users = createUserService(context)
  const staff = createStaffService(context)
  const preferences = createUserPreferenceService(context)
  return defineModule({
    services: { users, staff, preferences },
    routes(app) {
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
    },
  })
}
