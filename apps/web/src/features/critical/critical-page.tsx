import { Box, Button, Text } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CRITICAL_LISTS, type CriticalList, type ListedCritical } from '@zelab/contract'
import { useState } from 'react'
import { TimeLeft } from '../../entities/critical/time-left.tsx'
import { useUsesCritical } from '../../lib/app-data-store.ts'
import { criticalCountsQuery } from '../../lib/queries/counts.ts'
import { useCan } from '../../lib/session-store.ts'
import { PhoneLink } from '../../ui/display/contact-links.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { Facts, RecordItem, RecordList } from '../../ui/list/record-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import * as words from '../../entities/critical/texts.ts'
import { contactsOf } from './call-contacts.ts'
import { CallQueue, numberOf, subjectOf } from './call-queue.tsx'
import { NoticeList } from './notice-list.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'

const SHOWN = 20

export function CriticalPage() {
  const isUsed = useUsesCritical()
  const may = useCan()
  const { list: named } = useSearch({ from: '/_shell/user/critical/' })
  const list = CRITICAL_LISTS.find((one) => one === named) ?? 'open'
  return (
    <>
      <PageHeader title={texts.criticalResults} />
      {may('labs:view') && <Restored />}
      <Sheet>
        {isUsed ? (
          <>
            <Lists current={list} />
            <List key={list} list={list} />
          </>
        ) : (
          <EmptyState icon={IconPhoneCall} title={texts.notUsed} description={texts.notUsedHint} />
        )}
      </Sheet>
    </>
  )
}

/** The number read back is that of their list, once it was opened. */
function Lists({ current }: { current: CriticalList }) {
  const { data: counts } = useQuery(criticalCountsQuery())
  const closed = useQuery({
    ...endpointQuery(api.critical.list, { query: { list: 'closed', page: 1, limit: SHOWN } }),
    enabled: false,
  })
  const numbers: Record<CriticalList, number | undefined> = {
    open: counts?.open,
    closed: closed.data?.pagination.totalItems,
  }
  return (
    <UrlTabs
      label={texts.criticalResults}
      tabs={CRITICAL_LISTS}
      current={current}
      targetOf={(one) => ({ to: '/user/critical', search: { list: one === 'open' ? undefined : one } })}
      nameOf={texts.LISTS}
      countOf={(one) => texts.countOf(numbers[one])}
    />
  )
}

/** After a restore, an Admin decides when people are told again. */
function Restored() {
  const { data: counts } = useQuery(criticalCountsQuery())
  const confirm = useEndpoint(api.critical.confirmRestored)
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
  const found = useQuery(endpointQuery(api.critical.list, { query: { list, page, limit: SHOWN } }))
  const [calling, setCalling] = useState<ListedCritical>()
  return (
    <>
      <RecordList
        query={found}
        label={texts.LISTS[list]}
        nothing={
          <EmptyState
            icon={IconPhoneCall}
            title={texts.NOTHING[list]}
            description={texts.NOTHING_HINT[list]}
          />
        }
        onPageChange={setPage}
        refreshes="critical"
      >
        {(result) => <Line key={result.id} result={result} onCall={() => setCalling(result)} />}
      </RecordList>
      {calling && <CallQueue results={found.data?.data ?? []} calling={calling} onCall={setCalling} />}
    </>
  )
}

function Line({ result, onCall }: { result: ListedCritical; onCall: () => void }) {
  const { report, awaitsRelease, patient, dueAt, flaggedAt, informedAt, calls, referrer, called, told } =
    result
  const may = useCan()
  const isOpen = informedAt === null
  const [contact] = isOpen ? contactsOf(referrer, called) : []
  return (
    <RecordItem
      target={
        awaitsRelease
          ? { to: '/user/release/$id', params: { id: String(report.id) } }
          : { to: '/user/reports/view/$reportId', params: { reportId: String(report.id) } }
      }
      name={patient.fullName}
      badges={
        isOpen ? (
          <TimeLeft dueAt={dueAt} />
        ) : (
          <StatusBadge tone={informedAt <= dueAt ? 'positive' : 'warning'}>
            {texts.closedReadBack} {texts.after(words.span(Date.parse(informedAt) - Date.parse(flaggedAt)))}
          </StatusBadge>
        )
      }
      actions={
        isOpen &&
        may('critical:edit') &&
        subjectOf(result) && (
          <Button
            size="xs"
            leftSection={<IconPhoneCall size={16} stroke={1.75} />}
            aria-label={texts.recordCallOf(numberOf(result))}
            onClick={onCall}
          >
            {texts.recordCall}
          </Button>
        )
      }
    >
      <Facts>
        <span>
          <Ltr>{numberOf(result)}</Ltr> <bdi>{report.title}</bdi>
        </span>
        {awaitsRelease && texts.awaitsRelease}
        <span>
          {texts.CAUSES.flagged} <RelativeTime at={flaggedAt} />
        </span>
        {texts.callCount(calls)}
      </Facts>
      {isOpen && !contact && <Text size="sm">{texts.noReferrer}</Text>}
      {contact && (
        <Text size="sm">
          {texts.toCall} <bdi>{contact.person}</bdi>, <bdi>{contact.role}</bdi>
          {contact.phone && (
            <>
              {' · '}
              <PhoneLink phone={contact.phone} />
            </>
          )}
        </Text>
      )}
      {isOpen && <NoticeList notices={told} />}
    </RecordItem>
  )
}
