import { Checkbox, Group, Stack } from '@mantine/core'
import { IconChecks, IconRubberStamp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReleaseList, UnreleasedReport } from '@zelab/contract'
import { DEFAULT_PAGE, RELEASE_LISTS } from '@zelab/contract/limits'
import { useState } from 'react'
import { defaultPageSize } from '../../lib/brand.ts'
import { releaseCountsQuery } from '../../lib/queries/counts.ts'
import { formatPatientId } from '../../lib/format.ts'
import { Hint, Isolated, Ltr } from '../../ui/display/inline.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toastOutcomes } from '../../ui/feedback/toast-outcomes.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Facts, RecordItem, RecordList } from '../../ui/list/record-list.tsx'
import { ariaKey, RECORD_SHORTCUTS, useChosenShortcut } from '../../ui/shortcuts/record-shortcuts.ts'
import { useChosen } from '../../ui/list/use-chosen.ts'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { PublishedNotice } from '../../entities/report/published-notice.tsx'
import { useConfirmedIdentity } from '../../entities/identity/confirmed-identity.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'

export function ReleasePage() {
  const { data: counts } = useQuery(releaseCountsQuery())
  const search = useSearch({ from: '/_shell/user/release/' })
  const { list = counts?.mayRelease === false ? 'own' : 'awaiting', page = DEFAULT_PAGE } = search
  const navigate = useNavigate()
  const shown = RELEASE_LISTS.filter(
    (one) =>
      ({
        awaiting: counts?.mayRelease,
        sentBack: counts?.mayTakeOver,
        own: counts,
        review: counts?.mayReview,
      })[one],
  )
  return (
    <>
      <PageHeader title={texts.awaitingRelease} subtitle={texts.subtitle} />
      <PublishedNotice />
      <Sheet>
        <UrlTabs
          label={texts.awaitingRelease}
          tabs={shown}
          current={list}
          targetOf={(one) => ({ to: '/user/release', search: { list: one } })}
          nameOf={texts.LISTS}
          countOf={(one) => counts && texts.countOf(counts[one])}
        />
        {counts && (
          <Worklist
            key={list}
            list={list}
            page={page}
            onPageChange={(next) => void navigate({ to: '/user/release', search: { list, page: next } })}
          />
        )}
      </Sheet>
    </>
  )
}

interface WorklistProps {
  list: ReleaseList
  page: number
  onPageChange: (page: number) => void
}

function Worklist({ list, page, onPageChange }: WorklistProps) {
  const found = useQuery(endpointQuery(api.release.list, { query: { list, page, limit: defaultPageSize() } }))
  const rows = found.data?.data ?? []
  const chosen = useChosen(rows, isSelectable)
  return (
    <>
      {list === 'awaiting' && rows.length > 0 && (
        <ReleaseSelected
          selected={chosen.rows}
          reasons={REASONS.filter((reason) => rows.some((row) => notSelectable(row) === reason))}
          onDone={chosen.clear}
        />
      )}
      <RecordList
        query={found}
        label={texts.LISTS[list]}
        nothing={
          <EmptyState icon={IconRubberStamp} title={texts.NOTHING[list]} description={texts.nothingHint} />
        }
        onPageChange={onPageChange}
        refreshes="release"
      >
        {(row) => (
          <Row
            key={row.id}
            row={row}
            {...(list === 'awaiting' && {
              isChosen: chosen.isChosen(row),
              onToggle: () => chosen.toggle(row),
            })}
          />
        )}
      </RecordList>
    </>
  )
}

const notSelectable = ({ isOpened, isOwn }: UnreleasedReport): Reason | undefined =>
  isOwn ? 'isOwn' : isOpened ? undefined : 'isUnopened'
/** Said once above the list, which describes the boxes of its rows. */
const REASONS = ['isUnopened', 'isOwn'] as const
type Reason = (typeof REASONS)[number]
const reasonId = (reason: Reason) => `not-selectable-${reason}`
const isSelectable = (row: UnreleasedReport) => row.file !== null && !notSelectable(row)

interface RowProps {
  row: UnreleasedReport
  isChosen?: boolean
  onToggle?: () => void
}

function Row({ row, isChosen = false, onToggle }: RowProps) {
  const { id, title, reportType, patient, author, state, amends, isLate, awaitingSince, released } = row
  const reason = notSelectable(row)
  const target = { to: '/user/release/$id' as const, params: { id: String(id) } }
  return (
    <RecordItem
      target={target}
      selection={
        onToggle && (
          <Checkbox
            aria-label={texts.select(title, patient.fullName)}
            checked={isChosen}
            disabled={!isSelectable(row)}
            aria-describedby={reason && reasonId(reason)}
            onChange={onToggle}
          />
        )
      }
      name={patient.fullName}
      badges={
        <>
          {row.isCritical && <StatusBadge tone="negative">{texts.critical}</StatusBadge>}
          {amends?.isSuspended && <StatusBadge tone="negative">{texts.suspended}</StatusBadge>}
          {isLate && <StatusBadge tone="negative">{texts.late}</StatusBadge>}
          <StatusBadge tone={state === 'returned' ? 'warning' : state === 'released' ? 'positive' : 'info'}>
            {texts.STATES[state]}
          </StatusBadge>
        </>
      }
    >
      <Facts>
        <Ltr>{formatPatientId(patient.id)}</Ltr>
        <Isolated>{title}</Isolated>
        {reportType.title !== title && <Isolated>{reportType.title}</Isolated>}
        {amends && texts.amends(amends.reportId, amends.version)}
        <span>
          {texts.by} <Isolated>{author.fullName}</Isolated>
        </span>
        <RelativeTime at={released?.at ?? awaitingSince} />
      </Facts>
    </RecordItem>
  )
}

interface ReleaseSelectedProps {
  selected: UnreleasedReport[]
  reasons: readonly Reason[]
  onDone: () => void
}

function ReleaseSelected({ selected, reasons, onDone }: ReleaseSelectedProps) {
  const releaseMany = useEndpoint(api.release.releaseMany)
  const identity = useConfirmedIdentity()
  /** As the user saw them when asking. */
  const [asked, setAsked] = useState<UnreleasedReport[]>()
  const release = () =>
    identity
      .run(async () => {
        const items = (asked ?? []).map(({ id, revision, file }) => ({
          id,
          revision,
          sha256: file?.sha256 ?? '',
        }))
        const { data } = await releaseMany.mutateAsync({ body: { items } })
        toastOutcomes(asked ?? [], data, {
          nameOf: texts.reportOf,
          changed: texts.released,
          unchanged: texts.notReleased,
        })
        onDone()
      })
      .catch(toastError)
  const ask = () => setAsked(selected)
  useChosenShortcut(texts.releaseSelected(selected.length), selected.length > 0 ? ask : undefined)
  return (
    <Group px="md" pb="sm" mod="ruled">
      <SubmitButton
        variant="default"
        disabled={selected.length === 0}
        isPending={releaseMany.isPending}
        pendingLabel={texts.releasing}
        leftSection={<IconChecks size={16} stroke={1.75} />}
        aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.confirm)}
        onClick={ask}
      >
        {texts.releaseSelected(selected.length)}
      </SubmitButton>
      {reasons.map((reason) => (
        <Hint span key={reason} id={reasonId(reason)}>
          {texts.NOT_SELECTABLE[reason]}
        </Hint>
      ))}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={texts.releaseManyTitle(asked?.length ?? 0)}
        message={texts.releaseManyMessage}
        confirmLabel={texts.release}
        pendingLabel={texts.releasing}
        isPending={releaseMany.isPending}
        onConfirm={() => void release().finally(() => setAsked(undefined))}
        onCancel={() => setAsked(undefined)}
      >
        <Stack component="ul" gap={4} mt="sm" mah="40dvh" style={{ overflow: 'auto' }}>
          {asked?.map(({ id, title, patient }) => (
            <li key={id}>
              <Isolated>{patient.fullName}</Isolated> · <Isolated>{title}</Isolated>
            </li>
          ))}
        </Stack>
      </ConfirmDialog>
      {identity.dialog}
    </Group>
  )
}
