import { queryOptions, useMutation, useQueryClient, type UseMutationOptions } from '@tanstack/react-query'
import type {
  Answer,
  contract,
  DateOrder,
  ImportEncoding,
  ImportRowKind,
  PatientImport,
} from '@zelab/contract'
import { IMPORT_PART } from '@zelab/contract/limits'
import { api, urlOf } from '../../lib/api-client.ts'
import { changesOf } from '../../lib/endpoint-mutation.ts'
import { endpointQuery, invalidate } from '../../lib/endpoint-query.ts'
import { pageApi, pageApiAddresses } from '../../lib/page-api.ts'
import { sendFile, type UploadOptions } from '../../lib/upload.ts'

const POLL_MS = 700
const IMPORT_PAGE_SIZE = 20

const isAtWork = ({ state }: PatientImport): boolean => state === 'checking' || state === 'writing'

export const patientImportQuery = (id: number) => {
  return queryOptions({
    ...endpointQuery(pageApi.patientImport.get, { params: { id } }),
    queryFn: async ({ signal, client }) => {
      const { data } = await pageApi.patientImport.get({ params: { id } }, { signal })
      if (data.state === 'done') invalidate(client, changesOf(api.patients.register).invalidates)
      return data
    },
    refetchInterval: ({ state: { data } }) => data && isAtWork(data) && POLL_MS,
  })
}

export const importRowsQuery = (id: number, kind: ImportRowKind, page: number) =>
  endpointQuery(pageApi.patientImport.listRows, {
    params: { id },
    query: { kind, page, limit: IMPORT_PAGE_SIZE },
  })

/** Uploads a file for an import; `labId` is for Admins, who have no lab. */
export const uploadPatientFile = (
  file: File,
  query: { dateOrder: DateOrder; labId?: number | undefined; encoding?: ImportEncoding | undefined },
  options?: UploadOptions,
): Promise<PatientImport> =>
  sendFile(pageApiAddresses.patientImport.start, IMPORT_PART, file, { ...options, query })

export const addressOfImportErrors = (id: number): string =>
  urlOf(pageApiAddresses.patientImport.exportErrors, { params: { id } })

/** CSV of the rows with errors, to fix and upload again. */
export const addressOfBadRows = (id: number): string =>
  urlOf(pageApiAddresses.patientImport.exportBadRows, { params: { id } })

/** Confirming or canceling, which the page shows immediately. */
export const useImportChange = <Body>(
  change: UseMutationOptions<Answer<typeof contract.patientImport.confirm>, Error, Body>,
) => {
  const client = useQueryClient()
  return useMutation({
    ...change,
    onSuccess: ({ data }) => client.setQueryData(patientImportQuery(data.id).queryKey, data),
  })
}
