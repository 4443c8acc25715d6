import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReportSending } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { SendingItem } from '../../../entities/sending/sending-item.tsx'
import { pageApi } from '../../../lib/page-api.ts'
import { useCan } from '../../../lib/session-store.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordList } from '../../../ui/list/record-list.tsx'
import * as texts from '../texts.tsx'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'

/** Nothing in a lab that sends to no system. */
export function SentToSystems({ reportId }: { reportId: number }) {
  const may = useCan()
  const query = useQuery(endpointQuery(pageApi.integrations.getSendings, { params: { id: reportId } }))
  const resend = useEndpoint(pageApi.integrations.resend)
  const settle = useEndpoint(pageApi.integrations.settle)
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
                        resend.mutate(
                          { params: { id: sending.id } },
                          {
                            onSuccess: () => toastSuccess(texts.isSentAgain),
                            onError: (error) => toastError(error),
                          },
                        )
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
            settle.mutate(
              { params: { id: asked.id } },
              {
                onSuccess: () => toastSuccess(SUCCESS.saved),
                onError: (error) => toastError(error),
                onSettled: () => setAsked(undefined),
              },
            )
          }
          onCancel={() => setAsked(undefined)}
        />
      )}
    </SectionCard>
  )
}
