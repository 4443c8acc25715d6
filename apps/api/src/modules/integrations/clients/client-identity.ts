import { CLIENT_KEY_PREFIX } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { findClientByKey, findClientByToken, type ClientIdentity } from './clients.repository.ts'

export const createClientIdentityService = ({ database }: Pick<Context, 'database'>) => ({
  identify(token: string): Promise<ClientIdentity | undefined> {
    const hash = hashSecretToken(token)
    return token.startsWith(CLIENT_KEY_PREFIX)
      ? findClientByKey(database, hash)
      : findClientByToken(database, hash)
  },
})
export type ClientIdentityService = ReturnType<typeof createClientIdentityService>
