import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ToDo, ToDoItem } from '@zelab/contract'
import { TO_DO_COUNT_LIMIT, TO_DO_KINDS, type ToDoKind } from '@zelab/contract/dashboard/to-do-kinds'
import type { ReactNode } from 'react'
import { TimeLeft } from '../../../entities/critical/time-left.tsx'
import { MarkPaid } from '../../../entities/visit/visit-badges.tsx'
import { VisitSentence } from '../../../entities/visit/visit-sentence.tsx'
import { formatCount } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { AnchorLink, ButtonLink } from '../../../ui/actions/links.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { StatusBadge, type Tone } from '../../../ui/display/status-badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Facts, RecordItem, RecordList } from '../../../ui/list/record-list.tsx'
import type { RowTarget } from '../../../ui/list/row-link.tsx'
import { UrlTabs } from '../../../ui/list/url-tabs.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'

const TABS = ['all', ...TO_DO_KINDS] as const
type Tab = (typeof TABS)[number]

const TONES: Record<ToDoKind, Tone> = {
  critical: 'negative',
  visit: 'info',
  release: 'accent',
  returned: 'warning',
  confirm: 'accent',
  inbox: 'neutral',
  payment: 'mismatch',
  report: 'info',
  lab: 'warning',
}

/** The whole list of a kind. */
const PAGES: Partial<Record<ToDoKind, RowTarget['to']>> = {
  critical: '/user/critical',
  release: '/user/release',
  returned: '/user/release',
  confirm: '/user/release',
  inbox: '/user/inbox',
  report: '/user/reports',
}

const targetOf = ({ record: { type, id } }: ToDoItem): RowTarget => {
  if (type === 'unreleased') return { to: '/user/release/$id', params: { id: String(id) } }
  if (type === 'patient') return { to: '/user/patients/view/$patientId', params: { patientId: String(id) } }
  if (type === 'inbox') return { to: '/user/inbox/$itemId', params: { itemId: String(id) } }
  if (type === 'lab') return { to: '/user/labs/$labId', params: { labId: String(id) } }
  return { to: '/user/reports/view/$reportId', params: { reportId: String(id) } }
}

/** A patient may have several visits, and a lab several problems. */
const keyOf = ({ kind, record, visit, problem }: ToDoItem) =>
  [kind, record.type, record.id, visit?.id, problem?.name].join(' ')

const countText = (count: number) =>
  count >= TO_DO_COUNT_LIMIT ? `${formatCount(TO_DO_COUNT_LIMIT)}+` : formatCount(count)

export type RenderCall = (record: ToDoItem['record'], label: string) => ReactNode

interface ToDoCardProps {
  kind: ToDoKind | undefined
  /** The button that records a call, of the feature of critical results. */
  renderCall: RenderCall
  /** Height of the list, in pixels. */
  height: number
}

/** Work of the user, most urgent first. Refetched every minute. */
export function ToDoCard({ kind, renderCall, height }: ToDoCardProps) {
  const query = useQuery(endpointQuery(pageApi.dashboard.getToDo))
  const kinds = query.data?.kinds.filter((one) => one.count > 0 || one.kind === kind) ?? []
  const items = query.data?.items.filter((item) => kind === undefined || item.kind === kind)
  return (
    <SectionCard title={texts.toDo} isFlush actions={<WholeList kind={kind} toDo={query.data} />}>
      <UrlTabs<Tab>
        label={texts.kinds}
        tabs={['all', ...kinds.map((one) => one.kind)]}
        current={kind ?? 'all'}
        targetOf={(tab) => ({
          to: '/user/dashboard',
          search: { todo: tab === 'all' ? undefined : tab },
        })}
        nameOf={texts.KINDS}
        countOf={(tab) => {
          if (!query.data) return undefined
          const counts = query.data.kinds.filter((one) => tab === 'all' || one.kind === tab)
          return countText(counts.reduce((sum, { count }) => sum + count, 0))
        }}
      />
      <RecordList
        query={{ ...query, data: items }}
        label={texts.toDo}
        nothing={
          <div style={{ minBlockSize: height }}>
            <EmptyState icon={IconCheck} title={texts.nothingToDo} description={texts.nothingToDoHint} />
          </div>
        }
        skeletonRows={6}
        isScrolling={height}
        refreshes="toDo"
      >
        {(item) => <Item key={keyOf(item)} item={item} renderCall={renderCall} />}
      </RecordList>
    </SectionCard>
  )
}

/** Reserves its room, so that the tabs stay where they are. */
function WholeList({ kind, toDo }: { kind: ToDoKind | undefined; toDo: ToDo | undefined }) {
  const page = kind && PAGES[kind]
  if (!page || !toDo) return false
  return (
    <AnchorLink to={page} size="sm" fw={500}>
      {texts.viewAll}
    </AnchorLink>
  )
}

function Item({ item, renderCall }: { item: ToDoItem; renderCall: RenderCall }) {
  const { kind, title, patient, at, isLate, isCritical, isNew, visit, problem } = item
  const may = useCan()
  const name = patient?.fullName ?? title
  const action = kind === 'critical' && !may('critical:edit') ? texts.open : texts.ACTIONS[kind]
  const target = targetOf(item)
  return (
    <RecordItem
      target={target}
      name={<bdi>{name}</bdi>}
      tags={
        kind === 'critical' && at ? (
          <TimeLeft dueAt={at} />
        ) : (
          <>
            <StatusBadge tone={isLate ? 'warning' : TONES[kind]}>
              {isNew ? texts.newReport : isLate ? texts.LATE[kind] : texts.ONE[kind]}
            </StatusBadge>
            {isCritical && <StatusBadge tone="negative">{texts.critical}</StatusBadge>}
          </>
        )
      }
      actions={
        kind === 'payment' && visit && may('visits:edit') ? (
          <MarkPaid visit={visit} patientName={name} />
        ) : kind === 'critical' && may('critical:edit') ? (
          renderCall(item.record, texts.actionFor(action, name))
        ) : (
          <ButtonLink {...target} variant="default" size="xs" aria-label={texts.actionFor(action, name)}>
            {action}
          </ButtonLink>
        )
      }
    >
      <Facts>
        {problem && texts.PROBLEMS[problem.name](problem.count, problem.receiverName)}
        {kind === 'visit' && visit ? <VisitSentence visit={visit} /> : patient && title && <bdi>{title}</bdi>}
        {at && kind !== 'visit' && kind !== 'critical' && <RelativeTime at={at} />}
      </Facts>
    </RecordItem>
  )
}
