import { Tabs } from '@mantine/core'
import { IconHistory, IconListDetails, IconRefresh, IconServer, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PAGE_SIZES } from '@zelab/contract/limits'
import { activityExportAddress, activityQuery } from '../../lib/queries/activity.ts'
import { withFilter } from '../../lib/search-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ExportLink } from '../../ui/actions/export-link.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PaginationBar } from '../../ui/list/pagination-bar.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { ActivityFilterBar } from './activity-filter-bar.tsx'
import { ActivityList } from './activity-list.tsx'
import classes from './activity-list.module.css'
import type { ActivitySearch } from './activity-search.ts'
import { activityFiltersOf, filterOf, tabOf } from './activity-search.ts'
import * as texts from './texts.ts'

const EMPTY_HINTS = {
  all: texts.emptyAll,
  self: texts.emptySelf,
  system: texts.emptySystem,
} as const

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function ActivityPage() {
  const search = useSearch({ from: '/_shell/user/logs/activity' })
  const navigate = useNavigate()
  const filters = activityFiltersOf(search)
  const { data: answer, error, isPlaceholderData, isFetching, refetch } = useQuery(activityQuery(filters))
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
              isBusy={isFetching}
              onClick={() => void refetch()}
            >
              <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
            </IconButton>
          </>
        }
      />
      <Sheet>
        <ActivityFilterBar search={search} onChange={(change) => go(withFilter(search, change))} />
        <Tabs
          value={filters.tab}
          onChange={(key) => go(withFilter(search, { tab: tabOf(key) }))}
          keepMounted={false}
        >
          <Tabs.List className={classes.tabs ?? ''} aria-label={texts.activity}>
            <Tabs.Tab value="all" leftSection={<IconListDetails {...ICON} />}>
              {texts.all}
            </Tabs.Tab>
            <Tabs.Tab value="self" leftSection={<IconUser {...ICON} />}>
              {texts.self}
            </Tabs.Tab>
            <Tabs.Tab value="system" leftSection={<IconServer {...ICON} />}>
              {texts.system}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={filters.tab}>
            {error ? (
              <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
            ) : answer?.data.length === 0 ? (
              <EmptyState
                icon={IconHistory}
                title={texts.noActivityFound}
                description={EMPTY_HINTS[filters.tab]}
              />
            ) : (
              <ActivityList entries={answer?.data} isStale={isPlaceholderData} />
            )}
          </Tabs.Panel>
        </Tabs>
        {!error && (
          <PaginationBar
            page={answer?.pagination.page ?? filters.page}
            pageCount={answer?.pagination.totalPages}
            onPageChange={(page) => go({ ...search, page })}
            pageSize={{
              value: filters.limit,
              choices: PAGE_SIZES,
              onChange: (limit) => go(withFilter(search, { limit })),
            }}
          />
        )}
      </Sheet>
    </>
  )
}
