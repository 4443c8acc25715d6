import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract, Letterhead, LetterheadFields } from '@zelab/contract'
import { LETTERHEAD_LOGO_PART, REPORT_FILE_PART, SIGNATURE_PART } from '@zelab/contract/limits'
import { pageApi, pageApiAddresses } from '../page-api.ts'
import { refusalFrom, urlOf } from '../api-client.ts'
import { fetchFromServer } from '../connection.ts'
import { sendFile } from '../upload.ts'
import { CACHE } from './keys.ts'

const { previewLetterhead, tryLetterhead, updateLetterheadLogo, updateSignature } =
  pageApiAddresses.letterheads

const paramsOf = (labId: number) => ({ id: String(labId) })

export const letterheadQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'letterhead'],
    queryFn: async ({ signal }) =>
      (await pageApi.letterheads.getLetterhead({ params: paramsOf(labId) }, { signal })).data,
  })

const fetchPage = async (
  endpoint: string,
  labId: number,
  request: Pick<RequestInit, 'body' | 'headers' | 'signal'>,
): Promise<Blob> => {
  const response = await fetchFromServer(urlOf(endpoint, { params: paramsOf(labId) }), {
    method: 'POST',
    credentials: 'include',
    ...request,
  })
  if (response.ok) return response.blob()
  const failure: unknown = await response.json().catch(() => undefined)
  throw refusalFrom(endpoint, response.status, failure)
}

/** The first page of the file with the stored letterhead. */
export const useTryLetterhead = (labId: number) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append(REPORT_FILE_PART, file)
      return fetchPage(tryLetterhead, labId, { body })
    },
  })

/** A newer draft cancels the previous request, whose image stays until the new one has loaded. */
export const letterheadPreviewQuery = (labId: number, draft: LetterheadFields, logo: string | null) =>
  queryOptions({
    queryKey: ['letterheadPreview', labId, draft, logo],
    queryFn: ({ signal }) =>
      fetchPage(previewLetterhead, labId, {
        signal,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(draft),
      }),
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })

const useLetterheadChange = <Change>(labId: number, change: (value: Change) => Promise<Letterhead>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (letterhead) =>
      client.setQueryData(letterheadQuery(labId).queryKey, (known) => known && { ...known, ...letterhead }),
    onError: () => client.invalidateQueries(letterheadQuery(labId)),
    // Reports without a letterhead are stamped when opened. The set-up lists the letterhead.
    meta: { invalidates: [CACHE.report, CACHE.dashboard] },
  })
}

export const useUpdateLetterhead = (labId: number) =>
  useLetterheadChange(
    labId,
    async (body: CallInput<typeof contract.letterheads.updateLetterhead>['body']) =>
      (await pageApi.letterheads.updateLetterhead({ params: paramsOf(labId), body })).data,
  )

export const useChangeLetterheadLogo = (labId: number) =>
  useLetterheadChange(labId, async (file: File | null) =>
    file
      ? sendFile<Letterhead>(updateLetterheadLogo, LETTERHEAD_LOGO_PART, file, { params: paramsOf(labId) })
      : (await pageApi.letterheads.removeLetterheadLogo({ params: paramsOf(labId) })).data,
  )

interface Signature {
  address: string | null
}

export const signatureQuery = () =>
  queryOptions({
    queryKey: [CACHE.signature],
    queryFn: async ({ signal }): Promise<Signature> =>
      (await pageApi.letterheads.getSignature({}, { signal })).data,
  })

export const useChangeSignature = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) =>
      file
        ? sendFile<Signature>(updateSignature, SIGNATURE_PART, file)
        : (await pageApi.letterheads.removeSignature()).data,
    onSuccess: (signature) => client.setQueryData(signatureQuery().queryKey, signature),
  })
}
