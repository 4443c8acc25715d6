import { Box, Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AwaitedVisit } from '@zelab/contract'
import { VISIT_COUNT_LIMIT } from '@zelab/contract/limits'
import { useState } from 'react'
import { awaitedVisitsQuery, visitCountsQuery } from '../../entities/visit/queries.ts'
import { PaymentBadge, shownDue, VisitStateBadge } from '../../entities/visit/visit-badges.tsx'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { PaginationBar } from '../../ui/list/pagination-bar.tsx'
import { RowLink } from '../../ui/list/row-link.tsx'
import classes from './awaited-visits.module.css'
import * as texts from './texts.ts'

const LISTS = ['today', 'late', 'soon'] as const
const SHOWN = 10

/** The counter's lists of visits that lack an expected report. */
export function AwaitedVisits() {
  const [list, setList] = useState<(typeof LISTS)[number]>('today')
  const { data: counts } = useQuery(visitCountsQuery())
  return (
    <Box mt="md">
      <SectionCard title={texts.awaitedVisits} isFlush>
        <Tabs
          value={list}
          keepMounted={false}
          onChange={(key) => setList(LISTS.find((one) => one === key) ?? 'today')}
        >
          <Tabs.List aria-label={texts.awaitedVisits} className={classes.tabs ?? ''}>
            {LISTS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.LISTS[one]}
                {counts && ` (${texts.atLeast(counts[one], VISIT_COUNT_LIMIT)})`}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {LISTS.map((one) => (
            <Tabs.Panel key={one} value={one}>
              <List list={one} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </SectionCard>
    </Box>
  )
}

function List({ list }: { list: (typeof LISTS)[number] }) {
  const [page, setPage] = useState(1)
  const query = { list, page, limit: SHOWN }
  const { data: found, error, isFetching, isPlaceholderData, refetch } = useQuery(awaitedVisitsQuery(query))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!found) return <Spinner />
  if (found.data.length === 0)
    return (
      <Text p="md" c="dimmed">
        {texts.NOTHING[list]}
      </Text>
    )
  return (
    <>
      <ul className={classes.list} aria-label={texts.LISTS[list]} data-stale={isPlaceholderData || undefined}>
        {found.data.map((visit) => (
          <Line key={visit.id} visit={visit} />
        ))}
      </ul>
      {found.pagination.totalPages > 1 && (
        <PaginationBar page={page} pageCount={found.pagination.totalPages} onPageChange={setPage} />
      )}
    </>
  )
}

function Line({ visit: { patient, state, expected, payment, ...times } }: { visit: AwaitedVisit }) {
  const target = {
    to: '/user/patients/view/$patientId' as const,
    params: { patientId: String(patient.id) },
  }
  const due = shownDue(times)
  const missing = expected.filter(({ isFulfilled }) => !isFulfilled).map(({ title }) => title)
  return (
    <li className={classes.visit}>
      <RowLink target={target} />
      <Text span inherit flex="1 1 14rem" miw={0}>
        <AnchorLink {...target} className={classes.name ?? ''}>
          {patient.fullName}
        </AnchorLink>
        <Group component="span" gap="sm" c="dimmed" fz="sm">
          <bdi>{missing.join(', ')}</bdi>
          <PhoneText phone={patient.phone} />
          {due && <span>{due}</span>}
        </Group>
      </Text>
      <Group component="span" gap="xs">
        <VisitStateBadge state={state} />
        {payment === 'due' && <PaymentBadge payment={payment} />}
      </Group>
    </li>
  )
}
