import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconInbox, IconListSearch } from '@tabler/icons-react'
import { INBOX_VIEWS, PAGE_SIZES } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import { inboxCountsQuery } from '../../../lib/queries/counts.ts'
import { withFilter } from '../../../lib/search-params.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { UrlTabs } from '../../../ui/list/url-tabs.tsx'
import { filtersOf, hasFilter, type InboxSearch } from '../inbox-search.ts'
import type { RenderNewReportType } from '../../../entities/report/form/report-fields.tsx'
import { PublishReady } from '../ready/publish-ready.tsx'
import * as words from '../texts.ts'
import { AddFiles } from '../upload/add-files.tsx'
import { UploadPanel } from '../upload/upload-panel.tsx'
import { AutomaticList, ReviewAll } from './automatic-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { OpenList } from './open-list.tsx'
import { RejectedList } from './rejected-list.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'
import * as texts from './texts.ts'
import type { InboxCounts, InboxView } from '@zelab/contract'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const COUNTS: Partial<Record<InboxView, (counts: InboxCounts) => string>> = {
  open: texts.countOf,
  automatic: texts.toReview,
}

interface InboxPageProps {
  /** Rendered by the route, because features do not import each other. */
  renderNewReportType: RenderNewReportType
}

export function InboxPage({ renderNewReportType }: InboxPageProps) {
  const search = useSearch({ from: '/_shell/user/inbox/' })
  const navigate = useNavigate()
  const { userType } = useCurrentUser()
  const isAdmin = userType.name === 'Admin'
  const counts = useQuery(inboxCountsQuery(search.labId)).data
  const list = useQuery(endpointQuery(api.inbox.list, { query: filtersOf(search) }))
  const go = (next: InboxSearch) => void navigate({ to: '/user/inbox', search: next, resetScroll: false })
  const { view = 'open', source, labId } = search
  const rows = list.data?.data
  const { totalItems = 0, totalPages = 1 } = list.data?.pagination ?? {}
  // One page needs the choice only to undo a larger page size.
  const hasSizes = totalPages > 1 || (search.limit !== undefined && totalItems > PAGE_SIZES[0])
  const selection = useSelection(search, rows)
  return (
    <Stack miw={0}>
      <PageHeader
        title={words.inbox}
        subtitle={texts.subtitle}
        actions={
          <>
            <AddFiles asksForLab={isAdmin} labId={search.labId} />
            <PublishReady labId={search.labId} mayBeReady={(counts?.green ?? 0) > 0} />
          </>
        }
      />
      {counts && <SourceProblems problems={counts.problems} />}
      <UploadPanel />
      <Sheet>
        <UrlTabs
          label={texts.views}
          tabs={INBOX_VIEWS}
          current={view}
          // Source and lab filters apply to all views.
          targetOf={(one) => ({
            to: '/user/inbox',
            search: { view: one === 'open' ? undefined : one, source, labId },
          })}
          nameOf={texts.VIEWS}
          countOf={(one) => COUNTS[one] && (counts ? COUNTS[one](counts) : '…')}
        />
        <FilterBar
          search={search}
          counts={counts}
          hasLabs={isAdmin}
          onFilter={(filter) => go(withFilter(search, filter))}
          onApply={go}
        >
          {view === 'automatic' && <ReviewAll rows={rows} />}
        </FilterBar>
        {view === 'open' && (
          <SelectionBar selection={selection} total={totalItems} renderNewReportType={renderNewReportType} />
        )}
        <PagedList
          query={list}
          refreshes="inbox"
          nothing={<NoItems search={search} />}
          onPageChange={(page) => go({ ...search, page })}
          {...(hasSizes && {
            pageSize: {
              value: search.limit ?? defaultPageSize(),
              onChange: (limit: number) => go(withFilter(search, { limit })),
            },
          })}
        >
          {(shown) =>
            view === 'open' ? (
              <OpenList
                {...shown}
                hasLabs={isAdmin}
                search={search}
                selection={selection}
                counts={search.match || source ? undefined : counts?.groups}
              />
            ) : view === 'automatic' ? (
              <AutomaticList {...shown} hasLabs={isAdmin} />
            ) : (
              <RejectedList {...shown} hasLabs={isAdmin} />
            )
          }
        </PagedList>
      </Sheet>
    </Stack>
  )
}

function NoItems({ search }: { search: InboxSearch }) {
  const { view } = search
  if (hasFilter(search))
    return <EmptyState icon={IconListSearch} title={texts.noneFound} description={texts.noneFoundHint} />
  return (
    <EmptyState
      icon={IconInbox}
      title={view ? texts.NONE[view] : texts.emptyTitle}
      description={view ? texts.NONE_HINT[view] : texts.emptyHint}
    />
  )
}

function SourceProblems({ problems }: Pick<InboxCounts, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <Stack gap="xs">
      {problems.map(({ name, problem, since }) => (
        <Notice key={`${name} ${problem}`} tone="warning" title={words.sourceProblem(name)}>
          <p>
            {texts.SOURCE_PROBLEMS[problem]} {texts.since} <RelativeTime at={since} />.
          </p>
        </Notice>
      ))}
    </Stack>
  )
}
