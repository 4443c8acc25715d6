import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { SendingItem } from '../../../entities/sending/sending-item.tsx'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'
import { useCan } from '../../../lib/session-store.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordList } from '../../../ui/list/record-list.tsx'
import * as texts from '../texts.tsx'

const reportSendingsQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.report, reportId, 'sendings'],
    queryFn: async ({ signal }) =>
      (await pageApi.integrations.getSendings({ params: { id: String(reportId) } }, { signal })).data,
  })

const useResend = () =>
  useMutation({
    mutationFn: (id: number) => pageApi.integrations.resend({ params: { id: String(id) } }),
    meta: { invalidates: [CACHE.report], afterRefusal: true },
  })

/** Nothing in a lab that sends to no system. */
export function SentToSystems({ reportId }: { reportId: number }) {
  const may = useCan()
  const query = useQuery(reportSendingsQuery(reportId))
  const resend = useResend()
  if (!query.data?.length) return null
  return (
    <SectionCard title={texts.sentToSystems} isFlush>
      <RecordList query={query} label={texts.sentToSystems} nothing={null}>
        {(sending) => (
          <SendingItem
            key={sending.id}
            name={<bdi>{sending.receiver.name}</bdi>}
            sending={sending}
            actions={
              sending.mayResend &&
              may('reports:resend') && (
                <Button
                  size="xs"
                  variant="default"
                  disabled={resend.isPending}
                  aria-label={texts.sendAgainTo(sending.receiver.name)}
                  onClick={() =>
                    resend.mutate(sending.id, {
                      onSuccess: () => toastSuccess(texts.isSentAgain),
                      onError: (error) => toastError(error),
                    })
                  }
                >
                  {texts.sendAgain}
                </Button>
              )
            }
          />
        )}
      </RecordList>
    </SectionCard>
  )
}
