import { Checkbox, Text, Title } from '@mantine/core'
import type { InboxCounts, InboxItem } from '@zelab/contract'
import { formatCount } from '../../../lib/format.ts'
import { Count } from '../../../ui/display/tags.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import type { ShownRows } from '../../../ui/list/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import type { InboxSearch } from '../inbox-search.ts'
import { MatchBadge } from '../inbox-parts.tsx'
import * as words from '../texts.ts'
import { useReturnToRow } from './inbox-rows.ts'
import { FileCell, PatientCell, ReceivedCell, ReportCell, StateCell } from './item-cells.tsx'
import classes from '../inbox.module.css'
import { isSelectable, type Selection } from './use-selection.ts'
import * as texts from './texts.ts'

interface OpenListProps extends ShownRows<InboxItem> {
  search: InboxSearch
  hasLabs: boolean
  selection: Selection
  /** Undefined while a filter hides some of them. */
  counts: InboxCounts['groups'] | undefined
}

export function OpenList({ search, hasLabs, selection, counts, ...shown }: OpenListProps) {
  useReturnToRow(shown.rows !== undefined)
  const columns: Column<InboxItem>[] = [
    { header: texts.select, width: '4rem', cell: (item) => <SelectItem item={item} selection={selection} /> },
    { header: texts.match, width: '9.5rem', cell: ({ match }) => <MatchBadge match={match} /> },
    { header: words.file, cell: (item) => <FileCell item={item} search={search} /> },
    { header: words.patient, width: '20%', cell: (item) => <PatientCell item={item} /> },
    { header: texts.report, width: '18%', cell: (item) => <ReportCell item={item} /> },
    {
      header: texts.received,
      width: '14%',
      priority: 2,
      cell: (item) => <ReceivedCell item={item} hasLabs={hasLabs} />,
    },
    { header: texts.state, width: '11%', cell: (item) => <StateCell item={item} /> },
  ]
  return (
    <RecordTable
      {...shown}
      label={texts.VIEWS.open}
      columns={columns}
      groups={{
        groupOf: ({ group }) => group,
        heading: ({ group }) => (
          <Title order={2} size="h5">
            {texts.GROUPS[group]} {counts && <Count>{formatCount(counts[group])}</Count>}
          </Title>
        ),
      }}
      rowKey={({ id }) => id}
      rowTarget={({ id }) => ({ to: '/user/inbox/$itemId', params: { itemId: String(id) }, search })}
      renderCard={(item) => (
        <article className={classes.card} aria-label={item.fileName}>
          <p className={classes.line}>
            <FileCell item={item} search={search} />
          </p>
          <MatchBadge match={item.match} />
          <p className={classes.line}>
            <PatientCell item={item} />
          </p>
          <p className={classes.line}>
            <ReportCell item={item} />
          </p>
          <Text display="block" c="dimmed" size="sm">
            {hasLabs && `${item.lab.name} · `}
            {item.source.name} · <RelativeTime at={item.receivedAt} />
          </Text>
          <StateCell item={item} />
          <SelectItem item={item} selection={selection} label={texts.select} />
        </article>
      )}
      skeletonRows={10}
      skeletonLines={2}
    />
  )
}

interface SelectItemProps {
  item: InboxItem
  selection: Selection
  /** Shown on cards only. */
  label?: string
}

/** The label is larger than the box, so that a near miss does not open the item. */
function SelectItem({ item, selection, label }: SelectItemProps) {
  if (!isSelectable(item)) return null
  const isSelected = selection.isSelected(item.id)
  return (
    <label className={classes.select}>
      <Checkbox
        aria-label={texts.selectItem(item.fileName)}
        checked={isSelected}
        disabled={selection.isFull && !isSelected}
        onChange={() => selection.toggle(item.id)}
      />
      {label}
    </label>
  )
}
