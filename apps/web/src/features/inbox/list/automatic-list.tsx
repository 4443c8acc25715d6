import { Button, Group } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import type { InboxItem } from '@zelab/contract'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import type { ShownRows } from '../../../ui/list/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { FileName } from '../inbox-parts.tsx'
import * as words from '../texts.ts'
import { PatientCell, ReportCell, SourceCell } from './item-cells.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

interface AutomaticListProps extends ShownRows<InboxItem> {
  hasLabs: boolean
}

const useReviewing = () => {
  const { mutate, isPending } = useEndpoint(api.inbox.review)
  return {
    isPending,
    review: (ids: number[]) =>
      mutate(
        { body: { ids } },
        {
          onSuccess: () => toastSuccess(texts.wereReviewed(ids.length)),
          onError: (error) => toastError(error),
        },
      ),
  }
}

/** Marks all rows on the page as reviewed. */
export function ReviewAll({ rows }: Pick<AutomaticListProps, 'rows'>) {
  const { review, isPending } = useReviewing()
  if (!rows || rows.length === 0) return null
  return (
    <SubmitButton
      variant="default"
      isPending={isPending}
      pendingLabel={texts.markingReviewed}
      leftSection={<IconChecks size={16} stroke={1.75} />}
      onClick={() => review(rows.map(({ id }) => id))}
    >
      {texts.markAllReviewed(rows.length)}
    </SubmitButton>
  )
}

export function AutomaticList({ hasLabs, ...shown }: AutomaticListProps) {
  const { review, isPending } = useReviewing()
  const actions = ({ id, reportId, fileName }: InboxItem) => (
    <Group component="span" align="stretch" gap="xs">
      {reportId !== null && (
        <ButtonLink
          to="/user/reports/view/$reportId"
          params={{ reportId: String(reportId) }}
          variant="default"
          size="xs"
          aria-label={`${words.openReport}: ${fileName}`}
        >
          {words.openReport}
        </ButtonLink>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={isPending}
        aria-label={`${texts.markReviewed}: ${fileName}`}
        onClick={() => review([id])}
      >
        {texts.markReviewed}
      </Button>
    </Group>
  )
  const published = ({ decided }: InboxItem) => decided && <RelativeTime at={decided.at} />
  const columns: Column<InboxItem>[] = [
    { header: words.patient, width: '20%', isRowHeader: true, cell: (item) => <PatientCell item={item} /> },
    { header: texts.report, width: '20%', cell: (item) => <ReportCell item={item} /> },
    { header: words.file, priority: 2, cell: ({ fileName }) => <FileName name={fileName} /> },
    ...(hasLabs
      ? [{ header: words.lab, width: '10%', priority: 2 as const, cell: ({ lab }: InboxItem) => lab.name }]
      : []),
    { header: words.source, width: '14%', priority: 3, cell: (item) => <SourceCell item={item} /> },
    { header: texts.published, width: '10%', priority: 2, cell: published },
    { header: texts.actions, width: '18rem', cell: actions },
  ]
  return (
    <RecordTable
      {...shown}
      label={texts.VIEWS.automatic}
      columns={columns}
      rowKey={({ id }) => id}
      cardLabel={({ fileName }) => fileName}
      skeletonRows={10}
      skeletonLines={2}
    />
  )
}
