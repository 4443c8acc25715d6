import { queryOptions } from '@tanstack/react-query'
import type { Brand } from '@zelab/contract'
import { api, type EndpointCall } from '../api-client.ts'
import { setBrand } from '../brand.ts'
import { endpointQuery } from '../endpoint-query.ts'

/** Also sets the brand that all pages show. */
const brandQuery = <Settings extends Brand>(
  call: EndpointCall<void, { success: true; message: string; data: Settings }>,
) =>
  queryOptions({
    ...endpointQuery(call),
    queryFn: async ({ signal }) => {
      const { data } = await call(undefined, { signal })
      setBrand(data)
      return data
    },
  })

export const generalSettingsQuery = () => brandQuery(api.settings.getGeneral)

export const contactQuery = () => brandQuery(api.settings.getContact)
