import { Box, Button, Tabs, Text } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CRITICAL_LISTS, type CriticalList, type ListedCritical } from '@zelab/contract'
import { useState } from 'react'
import { type CriticalSubject } from '../../entities/critical/queries.ts'
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
import { Sheet } from '../../ui/layout/sheet.tsx'
import * as words from '../../entities/critical/texts.ts'
import { contactsOf } from './call-contacts.ts'
import { CallDialog } from './call-dialog.tsx'
import { NoticeList } from './notice-list.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'

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
            <Tabs.List aria-label={texts.criticalResults} px="xs">
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
  const called = calling && (found.data?.data.find(({ id }) => id === calling.id) ?? calling)
  const subject = called && subjectOf(called)
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
      {called && subject && (
        <CallDialog
          subject={subject}
          number={numberOf(called)}
          isOpen
          contacts={contactsOf(called.referrer, called.called)}
          onClose={() => setCalling(undefined)}
        />
      )}
    </>
  )
}

const numberOf = ({ awaitsRelease, report }: ListedCritical) => `${awaitsRelease ? 'A-' : '#'}${report.id}`

/** Undefined for a result of an early version of the program, whose file is not known. */
const subjectOf = ({ awaitsRelease, report, about }: ListedCritical): CriticalSubject | undefined => {
  const { version, revision, sha256 } = about
  if (sha256 === null) return undefined
  if (awaitsRelease) return revision === null ? undefined : { unreleasedId: report.id, revision, sha256 }
  return version === null ? undefined : { reportId: report.id, version, sha256 }
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
