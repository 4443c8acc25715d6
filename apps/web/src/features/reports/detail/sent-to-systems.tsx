import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SendingItem } from '../../../entities/sending/sending-item.tsx'
import { useCan } from '../../../lib/session-store.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordList } from '../../../ui/list/record-list.tsx'
import * as texts from '../texts.tsx'
import { reportSendingsQuery, useResend } from './sendings-queries.ts'

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
