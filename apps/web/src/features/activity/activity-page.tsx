import { IconHistory, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ACTIVITY_TABS } from '@zelab/contract/limits'
import { activityExportAddress } from '../../lib/queries/activity.ts'
import { withFilter } from '../../lib/search-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ExportLink } from '../../ui/actions/export-link.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { ActivityFilterBar } from './activity-filter-bar.tsx'
import { ActivityList } from './activity-list.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { activityFiltersOf, filterOf } from './activity-search.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

const EMPTY_HINTS = {
  all: texts.emptyAll,
  self: texts.emptySelf,
  system: texts.emptySystem,
} as const

export function ActivityPage() {
  const search = useSearch({ from: '/_shell/user/logs/activity' })
  const navigate = useNavigate()
  const filters = activityFiltersOf(search)
  const query = useQuery(endpointQuery(api.activity.list, { query: filters }))
  const go = (change: ActivitySearch) =>
    void navigate({ to: '/user/logs/activity', search: change, resetScroll: false })

  return (
    <>
      <PageHeader
        title={texts.activityLogs}
        subtitle={texts.subtitle}
        actions={
          <>
            <ExportLink address={activityExportAddress(filterOf(search))} fileName="activity-log.csv" />
            <IconButton
              label={texts.refresh}
              variant="default"
              isBusy={query.isFetching}
              onClick={() => void query.refetch()}
            >
              <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
            </IconButton>
          </>
        }
      />
      <Sheet>
        <UrlTabs
          label={texts.activity}
          tabs={ACTIVITY_TABS}
          current={filters.tab}
          targetOf={(tab) => ({
            to: '/user/logs/activity',
            search: withFilter(search, { tab: tab === 'all' ? undefined : tab }),
          })}
          nameOf={texts.TABS}
        />
        <ActivityFilterBar search={search} onChange={(change) => go(withFilter(search, change))} />
        <PagedList
          query={query}
          nothing={
            <EmptyState
              icon={IconHistory}
              title={texts.noActivityFound}
              description={EMPTY_HINTS[filters.tab]}
            />
          }
          onPageChange={(page) => go({ ...search, page })}
          pageSize={{
            value: filters.limit,
            onChange: (limit) => go(withFilter(search, { limit })),
          }}
        >
          {({ rows, isStale }) => <ActivityList entries={rows} isStale={isStale} />}
        </PagedList>
      </Sheet>
    </>
  )
}
