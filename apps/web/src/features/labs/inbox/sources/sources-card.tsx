import { Button } from '@mantine/core'
import { IconInbox, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { InboxSource, InboxSources } from '@zelab/contract'
import { INBOX_SOURCES_MAX } from '@zelab/contract/limits'
import { useRef, useState } from 'react'
import { inboxSourcesQuery } from '../queries.ts'
import { IconButton } from '../../../../ui/actions/icon-button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../../../ui/layout/section-card.tsx'
import { RemoveSource } from './remove-source.tsx'
import { SourceItem } from './source-item.tsx'
import classes from './sources.module.css'
import * as texts from './texts.tsx'
import { SourceDialog } from './source-dialog.tsx'

type Open = { edit: InboxSource | undefined } | { remove: InboxSource }

export function InboxSourcesCard({ labId }: { labId: number }) {
  const { data, error, isFetching, refetch } = useQuery(inboxSourcesQuery(labId))
  const [open, setOpen] = useState<Open>()
  const opener = useRef<HTMLElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const show = (next: Open) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpen(next)
  }
  const close = () => {
    setOpen(undefined)
    opener.current?.focus()
  }
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
            onClick={() => show({ edit: undefined })}
          >
            {texts.addSource}
          </Button>
        </>
      }
    >
      {data ? (
        <Sources sources={data} onOpen={show} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
      {data && open && 'edit' in open && (
        <SourceDialog labId={labId} sources={data} source={open.edit} onClose={close} />
      )}
      {open && 'remove' in open && (
        <RemoveSource
          labId={labId}
          source={open.remove}
          onCancel={close}
          onRemoved={() => {
            setOpen(undefined)
            // The row that had the focus is gone.
            adder.current?.focus()
          }}
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
      <ul className={classes.list}>
        {sources.map((source) => (
          <SourceItem
            key={source.id}
            source={source}
            root={root}
            onEdit={() => onOpen({ edit: source })}
            onRemove={() => onOpen({ remove: source })}
          />
        ))}
      </ul>
      {sources.length >= INBOX_SOURCES_MAX && <p className={classes.limit}>{texts.limitReached}</p>}
    </>
  )
}
