import { useQuery } from '@tanstack/react-query'
import type { contract } from '@zelab/contract'
import { PATIENTS_STALE_MS } from '../../lib/limits.ts'
import { api } from '../../lib/api-client.ts'
import type { ApiInput } from '../../lib/api-client.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'

export type PatientFilters = NonNullable<ApiInput<typeof contract.patients.list>['query']>

export const patientsQuery = (filters: PatientFilters) => ({
  ...endpointQuery(api.patients.list, { query: filters }),
  staleTime: PATIENTS_STALE_MS,
})

/** Up to `most` other patients on the first page of a search, and whether there are more. */
export const othersOn = <Row extends { id: number }>(
  page: { data: Row[]; pagination: { totalItems: number } },
  exceptId: number | undefined,
  most: number,
) => {
  const others = page.data.filter(({ id }) => id !== exceptId)
  return {
    patients: others.slice(0, most),
    hasMore: others.length > most || page.pagination.totalItems > page.data.length,
  }
}

export const useOtherPatients = (search: string, exceptId: number | undefined, most: number) => {
  // One more than is shown, because the excluded patient may be among them.
  const query = useQuery(patientsQuery({ search, page: 1, limit: most + 1 }))
  return { query, ...(query.data && othersOn(query.data, exceptId, most)) }
}
