import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { isNotFound, isRefusal, messageOf } from '../../../lib/api-error.ts'
import { usePageShortcuts } from '../../../lib/page-shortcuts.ts'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { queueKeys } from '../../../ui/list/queue.tsx'
import { RECORD_SHORTCUTS } from '../../../ui/shortcuts/record-shortcuts.ts'
import * as words from '../texts.ts'
import * as texts from './texts.ts'
import type { useQueue } from './use-queue.ts'

export function ItemNotFound() {
  return (
    <>
      <PageHeader title={words.inbox} backTo="/user/inbox" />
      <Sheet>
        <EmptyState
          icon={IconFileOff}
          title={texts.itemNotFound}
          description={texts.itemNotFoundHint}
          action={<ButtonLink to="/user/inbox">{texts.backToInbox}</ButtonLink>}
        />
      </Sheet>
    </>
  )
}

interface ItemProblemProps {
  error: unknown
  queue: ReturnType<typeof useQueue>
  isRetrying: boolean
  onRetry: () => void
}

export function ItemProblem({ error, queue, isRetrying, onRetry }: ItemProblemProps) {
  usePageShortcuts(texts.shortcuts, [
    ...queueKeys({ queue, labels: texts.neighbors }),
    { label: texts.keyBack, ...RECORD_SHORTCUTS.back, run: queue.close },
  ])
  const isTaken = isRefusal(error, 'INBOX_ITEM_CLAIMED')
  const isClosed = isRefusal(error, 'INBOX_ITEM_CLOSED')
  if (!isTaken && !isClosed && isNotFound(error)) return <ItemNotFound />
  return (
    <>
      <PageHeader title={words.inbox} backTo="/user/inbox" />
      {isTaken || isClosed ? (
        <Notice
          tone="warning"
          role="alert"
          title={texts.notOpened}
          actions={
            <>
              {isTaken && (
                <Button variant="default" size="xs" loading={isRetrying} onClick={onRetry}>
                  {texts.tryAgain}
                </Button>
              )}
              {queue.hasNext && (
                <Button variant="default" size="xs" onClick={queue.next}>
                  {texts.neighbors.next}
                </Button>
              )}
              <Button variant="default" size="xs" onClick={queue.close}>
                {texts.backToInbox}
              </Button>
            </>
          }
        >
          <p>{messageOf(error)}</p>
        </Notice>
      ) : (
        <Sheet>
          <ErrorState error={error} onRetry={onRetry} isRetrying={isRetrying} />
        </Sheet>
      )}
    </>
  )
}
