import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PICTURE_MAX_KB, SIGNATURE_PART } from '@zelab/contract/limits'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { PictureField, StoredPicture } from '../../ui/form/picture-field.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApiAddresses, pageApi } from '../../lib/page-api.ts'
import { changesOf } from '../../lib/endpoint-mutation.ts'
import { sendFile } from '../../lib/upload.ts'

const LABELS = {
  upload: texts.uploadSignature,
  replace: texts.replaceSignature,
  remove: texts.removeSignature,
  hint: texts.signatureFileHint(PICTURE_MAX_KB),
}

const useChangeSignature = () => {
  const client = useQueryClient()
  const { queryKey } = endpointQuery(pageApi.letterheads.getSignature)
  return useMutation({
    mutationFn: async (file: File | null) =>
      file
        ? sendFile<{ address: string | null }>(
            pageApiAddresses.letterheads.updateSignature,
            SIGNATURE_PART,
            file,
          )
        : (await pageApi.letterheads.removeSignature()).data,
    onSuccess: (signature) => client.setQueryData(queryKey, signature),
    meta: changesOf(pageApi.letterheads.updateSignature),
  })
}

export function Signature() {
  const {
    data: signature,
    error,
    isFetching,
    refetch,
  } = useQuery(endpointQuery(pageApi.letterheads.getSignature))
  const change = useChangeSignature()
  const store = async (file: File | null) => {
    await change.mutateAsync(file)
    toastSuccess(file ? SUCCESS.saved : texts.signatureRemoved)
  }
  return (
    <SectionCard title={texts.signature} subtitle={texts.signatureHint}>
      {error && !signature ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <PictureField
          hasPicture={signature && signature.address !== null}
          labels={LABELS}
          limit={{ kb: PICTURE_MAX_KB, exceeded: REFUSAL.PICTURE_TOO_LARGE }}
          onChange={store}
        >
          <StoredPicture address={signature?.address} name={texts.ownSignature} none={texts.noSignature} />
        </PictureField>
      )}
    </SectionCard>
  )
}
