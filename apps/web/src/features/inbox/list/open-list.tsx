import type { InboxItem } from '@zelab/contract'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import type { InboxSearch } from '../inbox-search.ts'
import { MatchBadge } from '../match-badge.tsx'
import * as words from '../texts.ts'
import { useReturnToRow } from './inbox-rows.ts'
import { FileCell, PatientCell, ReportCell, SourceCell, StateCell } from './item-cells.tsx'
import classes from './item-cells.module.css'
import * as texts from './texts.ts'

interface OpenListProps {
  rows: readonly InboxItem[] | undefined
  search: InboxSearch
  hasLabs: boolean
  isStale: boolean
}

export function OpenList({ rows, search, hasLabs, isStale }: OpenListProps) {
  useReturnToRow(rows !== undefined)
  const columns: Column<InboxItem>[] = [
    { header: texts.match, width: '9.5rem', cell: ({ match }) => <MatchBadge match={match} /> },
    { header: words.file, cell: (item) => <FileCell item={item} search={search} /> },
    { header: words.patient, width: '20%', cell: (item) => <PatientCell item={item} /> },
    { header: texts.report, width: '18%', cell: (item) => <ReportCell item={item} /> },
    ...(hasLabs
      ? [{ header: words.lab, width: '10%', priority: 2 as const, cell: ({ lab }: InboxItem) => lab.name }]
      : []),
    { header: words.source, width: '11%', priority: 3, cell: (item) => <SourceCell item={item} /> },
    {
      header: texts.received,
      width: '11%',
      priority: 2,
      cell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
    },
    { header: texts.state, width: '12%', cell: (item) => <StateCell item={item} /> },
  ]
  return (
    <RecordTable
      label={texts.VIEWS.open}
      columns={columns}
      rows={rows}
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
          <p className={classes.second}>
            {hasLabs && `${item.lab.name} · `}
            {item.source.name} · <RelativeTime at={item.receivedAt} />
          </p>
          <StateCell item={item} />
        </article>
      )}
      skeletonRows={10}
      skeletonLines={2}
      isStale={isStale}
    />
  )
}
