import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DateOrder, ImportEncoding, ImportRowKind, PatientImport } from '@zelab/contract'
import { IMPORT_PART } from '@zelab/contract/limits'
import { urlOf } from '../../lib/api-client.ts'
import { pageApi, pageApiAddresses } from '../../lib/page-api.ts'
import { AFTER_REGISTRATION, CACHE, invalidate } from '../../lib/queries/keys.ts'
import { sendFile, type UploadOptions } from '../../lib/upload.ts'

const POLL_MS = 700
const IMPORT_PAGE_SIZE = 20

const isAtWork = ({ state }: PatientImport): boolean => state === 'checking' || state === 'writing'

export const patientImportQuery = (id: number) =>
  queryOptions({
    queryKey: [CACHE.patientImport, id],
    queryFn: async ({ signal, client }) => {
      const { data } = await pageApi.patientImport.get({ params: { id: String(id) } }, { signal })
      if (data.state === 'done') invalidate(client, AFTER_REGISTRATION)
      return data
    },
    refetchInterval: ({ state: { data } }) => data && isAtWork(data) && POLL_MS,
  })

export const importRowsQuery = (id: number, kind: ImportRowKind, page: number) =>
  queryOptions({
    queryKey: [CACHE.patientImport, id, kind, page],
    queryFn: ({ signal }) =>
      pageApi.patientImport.listRows(
        { params: { id: String(id) }, query: { kind, page, limit: IMPORT_PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
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
    }) =>
      pageApi.patientImport.confirm({ params: { id: String(id) }, body: { skipDuplicates, skipInvalid } }),
  )

export const useCancelImport = () =>
  useImportChange((id: number) => pageApi.patientImport.cancel({ params: { id: String(id) } }))
