import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract, Letterhead, LetterheadFields } from '@zelab/contract'
import { LETTERHEAD_LOGO_PART, REPORT_FILE_PART } from '@zelab/contract/limits'
import { pageApi, pageApiAddresses } from '../page-api.ts'
import { refusalFrom, urlOf } from '../api-client.ts'
import { fetchFromServer } from '../connection.ts'
import { sendFile } from '../upload.ts'
import { changesOf } from '../endpoint-mutation.ts'
import { endpointQuery } from '../endpoint-query.ts'

const { previewLetterhead, tryLetterhead, updateLetterheadLogo } = pageApiAddresses.letterheads

const fetchPage = async (
  endpoint: string,
  labId: number,
  request: Pick<RequestInit, 'body' | 'headers' | 'signal'>,
): Promise<Blob> => {
  const response = await fetchFromServer(urlOf(endpoint, { params: { id: labId } }), {
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
  const { queryKey } = endpointQuery(pageApi.letterheads.getLetterhead, { params: { id: labId } })
  return useMutation({
    mutationFn: change,
    onSuccess: (letterhead) => client.setQueryData(queryKey, (known) => known && { ...known, ...letterhead }),
    meta: changesOf(pageApi.letterheads.updateLetterhead),
  })
}

export const useUpdateLetterhead = (labId: number) =>
  useLetterheadChange(
    labId,
    async (body: CallInput<typeof contract.letterheads.updateLetterhead>['body']) =>
      (await pageApi.letterheads.updateLetterhead({ params: { id: labId }, body })).data,
  )

export const useChangeLetterheadLogo = (labId: number) =>
  useLetterheadChange(labId, async (file: File | null) =>
    file
      ? sendFile<Letterhead>(updateLetterheadLogo, LETTERHEAD_LOGO_PART, file, { params: { id: labId } })
      : (await pageApi.letterheads.removeLetterheadLogo({ params: { id: labId } })).data,
  )
