import { timingSafeEqual } from 'node:crypto'
import type { contract, HandlerResult } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { ProviderClient } from './provider-client.ts'
import { nextProviderId } from './providers.repository.ts'

/** The addresses to register at a provider contain its id, so that a provider is added with an id that was given out. */
export const createProviderReservations = ({
  database,
  encryption,
  client,
}: Pick<Context, 'database' | 'encryption'> & { client: ProviderClient }) => {
  const sign = (id: number) => encryption.sign(Buffer.from(`provider reservation\n${id}`))

  return {
    async reserve(): Promise<HandlerResult<typeof contract.providers.reserve>> {
      const id = await nextProviderId(database)
      return {
        reservation: `${id}.${sign(id).toString('base64url')}`,
        redirectUri: client.redirectUri(id),
        logoutUri: client.logoutUri(id),
        postLogoutUri: client.postLogoutUri,
      }
    },

    /** Undefined for a reservation that was not given out here. */
    idOf(reservation = ''): number | undefined {
      const [id = '', signature = ''] = reservation.split('.')
      const [stated, right] = [Buffer.from(signature, 'base64url'), sign(Number(id))]
      return stated.length === right.length && timingSafeEqual(stated, right) ? Number(id) : undefined
    },
  }
}
