import { Button, Stack } from '@mantine/core'
import { IconInbox, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { InboxSource, InboxSources } from '@zelab/contract'
import { INBOX_SOURCES_MAX } from '@zelab/contract/limits'
import { useRef, useState } from 'react'
import { Hint } from '../../../ui/display/inline.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as words from '../../../ui/form/texts.ts'
import { SourceDialog } from './source-dialog.tsx'
import { SourceItem } from './source-item.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

type Open = { edit: InboxSource | undefined } | { remove: InboxSource }

export function InboxSourcesCard({ labId }: { labId: number }) {
  const query = useQuery(endpointQuery(api.inbox.getSources, { params: { id: labId } }))
  const remove = useEndpoint(api.inbox.removeSource)
  const [open, setOpen] = useState<Open>()
  const adder = useRef<HTMLButtonElement>(null)
  const { data, isFetching, refetch } = query
  const close = () => setOpen(undefined)
  const hasKind = data && (data.root !== null || data.hl7Port !== null)
  const isFull = data && data.sources.length >= INBOX_SOURCES_MAX
  return (
    <SectionCard
      title={texts.inboxSources}
      subtitle={texts.cardHint}
      isFlush
      actions={
        <>
          {data && data.sources.length > 0 && (
            <IconButton label={texts.refresh} isBusy={isFetching} onClick={() => void refetch()}>
              <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
            </IconButton>
          )}
          <Button
            ref={adder}
            size="xs"
            variant="default"
            disabled={!hasKind || isFull}
            onClick={() => setOpen({ edit: undefined })}
          >
            {texts.addSource}
          </Button>
        </>
      }
    >
      <Fetched query={query}>{(sources) => <Sources sources={sources} onOpen={setOpen} />}</Fetched>
      {data && open && 'edit' in open && (
        <SourceDialog labId={labId} sources={data} source={open.edit} onClose={close} />
      )}
      {open && 'remove' in open && (
        <ConfirmDialog
          isOpen
          title={texts.askRemove}
          message={texts.removeQuestion(open.remove.name)}
          confirmLabel={words.remove}
          pendingLabel={texts.removing}
          isPending={remove.isPending}
          isDangerous
          onConfirm={() =>
            remove.mutate(
              { params: { id: labId, sourceId: open.remove.id } },
              {
                onSuccess: () => {
                  toastSuccess(texts.removed)
                  // The row that had the focus is gone.
                  adder.current?.focus()
                },
                onError: (error) => toastError(error),
                onSettled: close,
              },
            )
          }
          onCancel={close}
        />
      )}
    </SectionCard>
  )
}

function Sources({
  sources: { sources, root, hl7Port },
  onOpen,
}: {
  sources: InboxSources
  onOpen: (open: Open) => void
}) {
  const missing = [
    ...(root === null ? [texts.FOLDERS_NOT_SET_UP] : []),
    ...(hl7Port === null ? [texts.HL7_NOT_SET_UP] : []),
  ]
  if (sources.length === 0)
    return (
      <EmptyState
        icon={IconInbox}
        title={missing.length === 2 ? texts.notSetUp : texts.noSources}
        description={
          <>
            {texts.noSourcesHint} {missing.length === 2 && missing.join(' ')}
          </>
        }
      />
    )
  return (
    <>
      <Stack component="ul" gap={0} mod="rows">
        {sources.map((source) => (
          <SourceItem
            key={source.id}
            source={source}
            root={root}
            onEdit={() => onOpen({ edit: source })}
            onRemove={() => onOpen({ remove: source })}
          />
        ))}
      </Stack>
      {sources.length >= INBOX_SOURCES_MAX && <Hint p="md">{texts.limitReached}</Hint>}
    </>
  )
}
