import { Text } from '@mantine/core'
import type { InboxItem } from '@zelab/contract'
import { reasonText } from '@zelab/contract/reasons'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import type { ShownRows } from '../../../ui/list/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { FileName } from '../inbox-parts.tsx'
import * as words from '../texts.ts'
import { SourceCell } from './item-cells.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

interface RejectedListProps extends ShownRows<InboxItem> {
  hasLabs: boolean
}

function PutBack({ item: { id, fileName } }: { item: InboxItem }) {
  const { mutate, isPending } = useEndpoint(api.inbox.restore)
  return (
    <SubmitButton
      variant="default"
      size="xs"
      isPending={isPending}
      pendingLabel={texts.puttingBack}
      aria-label={`${texts.putBack}: ${fileName}`}
      onClick={() =>
        mutate(
          { params: { id } },
          {
            onSuccess: () => toastSuccess(texts.wasPutBack),
            onError: (error) => toastError(error),
          },
        )
      }
    >
      {texts.putBack}
    </SubmitButton>
  )
}

function Reason({ item: { decided } }: { item: InboxItem }) {
  if (!decided) return null
  return (
    <>
      {decided.reason !== null && reasonText(decided.reason)}
      {decided.note !== null && (
        <Text span display="block" c="dimmed" size="sm">
          {decided.note}
        </Text>
      )}
    </>
  )
}

function Decided({ item: { decided } }: { item: InboxItem }) {
  if (!decided) return null
  return (
    <>
      <RelativeTime at={decided.at} />
      {decided.by !== null && (
        <Text span display="block" c="dimmed" size="sm">
          <bdi>{texts.byPerson(decided.by)}</bdi>
        </Text>
      )}
    </>
  )
}

export function RejectedList({ hasLabs, ...shown }: RejectedListProps) {
  const columns: Column<InboxItem>[] = [
    { header: words.file, isRowHeader: true, cell: ({ fileName }) => <FileName name={fileName} /> },
    { header: texts.reason, width: '26%', cell: (item) => <Reason item={item} /> },
    { header: texts.rejected, width: '18%', cell: (item) => <Decided item={item} /> },
    ...(hasLabs
      ? [{ header: words.lab, width: '12%', priority: 2 as const, cell: ({ lab }: InboxItem) => lab.name }]
      : []),
    { header: words.source, width: '16%', priority: 3, cell: (item) => <SourceCell item={item} /> },
    { header: texts.actions, width: '9rem', cell: (item) => <PutBack item={item} /> },
  ]
  return (
    <RecordTable
      {...shown}
      label={texts.VIEWS.rejected}
      columns={columns}
      rowKey={({ id }) => id}
      cardLabel={({ fileName }) => fileName}
      skeletonRows={10}
      skeletonLines={2}
    />
  )
}
