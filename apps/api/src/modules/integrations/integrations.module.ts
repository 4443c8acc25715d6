import type { Context } from '../../core/context.ts'
import { defineModule } from '../../core/module.ts'
import { createClientIdentityService } from './clients/client-identity.ts'

export const integrationsModule = (context: Context) => {
  const clientIdentity = createClientIdentityService(context)
  return defineModule({ services: { clientIdentity } })
}
