import { Box, Button, Stack, Tabs, Text } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CRITICAL_LISTS, type CriticalList, type ListedCritical } from '@zelab/contract'
import { useState } from 'react'
import { Hint } from '../../ui/display/hint.ts'
import { criticalListQuery, useConfirmRestored } from '../../entities/critical/queries.ts'
import { TimeLeft } from '../../entities/critical/time-left.tsx'
import { useUsesCritical } from '../../lib/app-data-store.ts'
import { criticalCountsQuery } from '../../lib/queries/counts.ts'
import { useCan } from '../../lib/session-store.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { Ltr } from '../../ui/display/ltr.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { PaginationBar } from '../../ui/list/pagination-bar.tsx'
import { RowLink } from '../../ui/list/row-link.tsx'
import * as words from '../../entities/critical/texts.ts'
import classes from './critical.module.css'
import * as texts from './texts.ts'

const SHOWN = 20

export function CriticalPage() {
  const isUsed = useUsesCritical()
  const may = useCan()
  const [list, setList] = useState<CriticalList>('open')
  return (
    <>
      <PageHeader title={texts.criticalResults} />
      {may('labs:view') && <Restored />}
      <Sheet>
        {isUsed ? (
          <Tabs
            value={list}
            keepMounted={false}
            onChange={(key) => setList(CRITICAL_LISTS.find((one) => one === key) ?? 'open')}
          >
            <Tabs.List aria-label={texts.criticalResults} className={classes.tabs ?? ''}>
              {CRITICAL_LISTS.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {texts.LISTS[one]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {CRITICAL_LISTS.map((one) => (
              <Tabs.Panel key={one} value={one}>
                <List list={one} />
              </Tabs.Panel>
            ))}
          </Tabs>
        ) : (
          <EmptyState icon={IconPhoneCall} title={texts.notUsed} description={texts.notUsedHint} />
        )}
      </Sheet>
    </>
  )
}

/** After a restore, an Admin decides when people are told again. */
function Restored() {
  const { data: counts } = useQuery(criticalCountsQuery())
  const confirm = useConfirmRestored()
  if (!counts || counts.restored === 0) return null
  return (
    <Box mb="md">
      <Notice
        tone="warning"
        title={texts.restoredTitle(counts.restored)}
        actions={
          <Button
            size="xs"
            loading={confirm.isPending}
            onClick={() =>
              confirm.mutate(undefined, {
                onSuccess: () => toastSuccess(texts.restoredConfirmed),
                onError: (error) => toastError(error),
              })
            }
          >
            {texts.confirmRestored}
          </Button>
        }
      >
        <p>{texts.restoredHint}</p>
      </Notice>
    </Box>
  )
}

function List({ list }: { list: CriticalList }) {
  const [page, setPage] = useState(1)
  const query = { list, page, limit: SHOWN }
  const { data: found, error, isFetching, isPlaceholderData, refetch } = useQuery(criticalListQuery(query))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!found) return <Spinner />
  if (found.data.length === 0)
    return (
      <Text py="lg" px="md" c="dimmed">
        {texts.NOTHING[list]}
      </Text>
    )
  return (
    <>
      <Stack
        component="ul"
        gap={0}
        aria-label={texts.LISTS[list]}
        data-stale={isPlaceholderData || undefined}
      >
        {found.data.map((result) => (
          <Line key={result.id} result={result} />
        ))}
      </Stack>
      {found.pagination.totalPages > 1 && (
        <PaginationBar page={page} pageCount={found.pagination.totalPages} onPageChange={setPage} />
      )}
    </>
  )
}

function Line({
  result: { report, awaitsRelease, patient, dueAt, flaggedAt, informedAt, calls },
}: {
  result: ListedCritical
}) {
  const target = awaitsRelease
    ? { to: '/user/release/$id' as const, params: { id: String(report.id) } }
    : { to: '/user/reports/view/$reportId' as const, params: { reportId: String(report.id) } }
  return (
    <li className={classes.row}>
      <RowLink target={target} />
      <Stack component="span" gap={0} flex="1 1 14rem" miw={0}>
        <AnchorLink {...target} className={classes.name ?? ''}>
          {patient.fullName}
        </AnchorLink>
        <Hint span>
          <Ltr>
            {awaitsRelease ? 'A-' : '#'}
            {report.id}
          </Ltr>{' '}
          <bdi>{report.title}</bdi> · {awaitsRelease && `${texts.awaitsRelease} · `} {texts.CAUSES.flagged}{' '}
          <RelativeTime at={flaggedAt} /> · {texts.callCount(calls)}
        </Hint>
      </Stack>
      {informedAt === null ? (
        <TimeLeft dueAt={dueAt} />
      ) : (
        <StatusBadge tone={informedAt <= dueAt ? 'positive' : 'warning'}>
          {texts.closedReadBack} {texts.after(words.span(Date.parse(informedAt) - Date.parse(flaggedAt)))}
        </StatusBadge>
      )}
    </li>
  )
}
