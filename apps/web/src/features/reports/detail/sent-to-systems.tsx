import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { ReportSending } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { SendingItem } from '../../../entities/sending/sending-item.tsx'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'
import { useCan } from '../../../lib/session-store.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
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

const useDecision = (decision: 'resend' | 'settle') =>
  useMutation({
    mutationFn: (id: number) => pageApi.integrations[decision]({ params: { id: String(id) } }),
    meta: { invalidates: [CACHE.report], afterRefusal: true },
  })

/** Nothing in a lab that sends to no system. */
export function SentToSystems({ reportId }: { reportId: number }) {
  const may = useCan()
  const query = useQuery(reportSendingsQuery(reportId))
  const resend = useDecision('resend')
  const settle = useDecision('settle')
  const [asked, setAsked] = useState<ReportSending>()
  if (!query.data?.length) return null
  return (
    <SectionCard title={texts.sentToSystems} isFlush>
      <RecordList query={query} label={texts.sentToSystems} nothing={null}>
        {(sending) => (
          <SendingItem
            key={sending.id}
            name={<bdi>{sending.receiver.name}</bdi>}
            sending={sending}
            note={sending.isUnsettled && texts.mayStillShow}
            actions={
              may('reports:resend') && (
                <>
                  {sending.mayResend && (
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
                  )}
                  {sending.maySettle && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={texts.settleFor(sending.receiver.name)}
                      onClick={() => setAsked(sending)}
                    >
                      {texts.settle}
                    </Button>
                  )}
                </>
              )
            }
          />
        )}
      </RecordList>
      {asked && (
        <ConfirmDialog
          isOpen
          title={texts.settleFor(asked.receiver.name)}
          message={texts.settleQuestion(asked.receiver.name)}
          confirmLabel={texts.settle}
          isPending={settle.isPending}
          onConfirm={() =>
            settle.mutate(asked.id, {
              onSuccess: () => toastSuccess(SUCCESS.saved),
              onError: (error) => toastError(error),
              onSettled: () => setAsked(undefined),
            })
          }
          onCancel={() => setAsked(undefined)}
        />
      )}
    </SectionCard>
  )
}
