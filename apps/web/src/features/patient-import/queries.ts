import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportRowKind, PatientImport } from '@zelab/contract'
import { apiAddresses } from '../../lib/api-addresses.ts'
import { api, urlOf } from '../../lib/api-client.ts'
import { AFTER_REGISTRATION, CACHE, invalidate } from '../../lib/queries/keys.ts'

const POLL_MS = 700
const IMPORT_PAGE_SIZE = 20

const isAtWork = ({ state }: PatientImport): boolean => state === 'checking' || state === 'writing'

export const patientImportQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.patientImport, id],
    queryFn: async ({ signal, client }) => {
      const { data } = await api.patientImport.get({ params: { id: String(id) } }, { signal })
      if (data.state === 'done') invalidate(client, AFTER_REGISTRATION)
      return data
    },
    refetchInterval: ({ state: { data } }) => data && isAtWork(data) && POLL_MS,
  })

export const importRowsQuery = (id: number, kind: ImportRowKind, page: number) =>
  queryOptions({
    queryKey: [CACHE.patientImport, id, kind, page],
    queryFn: ({ signal }) =>
      api.patientImport.listRows(
        { params: { id: String(id) }, query: { kind, page, limit: IMPORT_PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const addressOfImportErrors = (id: number): string =>
  urlOf(apiAddresses.patientImport.exportErrors, { params: { id } })

/** CSV of the rows with errors, to fix and upload again. */
export const addressOfBadRows = (id: number): string =>
  urlOf(apiAddresses.patientImport.exportBadRows, { params: { id } })

const useImportChange = <Input>(change: (input: Input) => Promise<{ data: PatientImport }>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => client.setQueryData(patientImportQuery(data.id).queryKey, data),
  })
}

export const useConfirmImport = () =>
  useImportChange(
    ({
      id,
      skipDuplicates,
      skipInvalid = false,
    }: {
      id: number
      skipDuplicates: boolean
      /** Imports the valid rows of a file with errors, after a second confirmation. */
      skipInvalid?: boolean
    }) => api.patientImport.confirm({ params: { id: String(id) }, body: { skipDuplicates, skipInvalid } }),
  )

export const useCancelImport = () =>
  useImportChange((id: number) => api.patientImport.cancel({ params: { id: String(id) } }))
