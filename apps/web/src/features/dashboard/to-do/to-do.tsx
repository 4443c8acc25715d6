import { Button, Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ToDo, ToDoItem } from '@zelab/contract'
import {
  TO_DO_COUNT_LIMIT,
  TO_DO_KINDS,
  type LabProblem,
  type ToDoKind,
} from '@zelab/contract/dashboard/to-do-kinds'
import type { ReactNode } from 'react'
import { TimeLeft } from '../../../entities/critical/time-left.tsx'
import { MarkPaid } from '../../../entities/visit/visit-badges.tsx'
import { VisitSentence } from '../../../entities/visit/visit-sentence.tsx'
import { formatCount } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { AnchorLink, ButtonLink } from '../../../ui/actions/links.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { StatusBadge, type Tone } from '../../../ui/display/status-badge.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Facts, RecordItem, RecordList } from '../../../ui/list/record-list.tsx'
import type { RowTarget } from '../../../ui/list/row-link.tsx'
import { UrlTabs } from '../../../ui/list/url-tabs.tsx'
import * as texts from './texts.ts'
import classes from '../dashboard.module.css'
import type { useToDo } from './use-to-do.ts'

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

/** A patient may have several visits. */
const keyOf = ({ kind, record, visit }: ToDoItem) => [kind, record.type, record.id, visit?.id].join(' ')

const isSameLab = (item: ToDoItem) => (other: ToDoItem) =>
  other.kind === 'lab' && other.record.id === item.record.id

const countText = (count: number) =>
  count >= TO_DO_COUNT_LIMIT ? `${formatCount(TO_DO_COUNT_LIMIT)}+` : formatCount(count)

export type RenderCall = (record: ToDoItem['record'], label: string) => ReactNode

interface ToDoCardProps {
  work: ReturnType<typeof useToDo>
  kind: ToDoKind | undefined
  /** The button that records a call, of the feature of critical results. */
  renderCall: RenderCall
  /** Height of the list, in pixels; undefined for one line while there is nothing to do. */
  height: number | undefined
}

/** Work of the user, most urgent first. Refetched every minute. */
export function ToDoCard({
  work: { query, toDo, hasReports, markSeen },
  kind,
  renderCall,
  height,
}: ToDoCardProps) {
  const { visits } = useSearch({ from: '/_shell/user/dashboard' })
  const kinds = toDo?.kinds.filter((one) => one.count > 0 || one.kind === kind) ?? []
  const items = toDo?.items.filter((item) => kind === undefined || item.kind === kind)
  const rows = items?.filter(
    (item, index) => item.kind !== 'lab' || items.findIndex(isSameLab(item)) === index,
  )
  const hasTabs = height !== undefined || kinds.length > 0
  return (
    <SectionCard
      title={texts.toDo}
      isFlush
      actions={
        <>
          {hasReports && (kind ?? 'report') === 'report' && (
            <Button size="xs" variant="subtle" onClick={markSeen}>
              {texts.markAllAsSeen}
            </Button>
          )}
          <WholeList kind={kind} toDo={toDo} />
        </>
      }
    >
      <div
        className={classes.work}
        style={
          height === undefined ? undefined : { blockSize: `calc(${height}px + var(--control) + 1.5rem)` }
        }
      >
        {hasTabs && (
          <UrlTabs<Tab>
            label={texts.kinds}
            tabs={['all', ...kinds.map((one) => one.kind)]}
            current={kind ?? 'all'}
            targetOf={(tab) => ({
              to: '/user/dashboard',
              search: { visits, todo: tab === 'all' ? undefined : tab },
            })}
            nameOf={texts.KINDS}
            countOf={(tab) => {
              if (!toDo) return undefined
              const counts = toDo.kinds.filter((one) => tab === 'all' || one.kind === tab)
              return countText(counts.reduce((sum, { count }) => sum + count, 0))
            }}
          />
        )}
        <RecordList
          query={{ ...query, data: rows }}
          label={texts.toDo}
          nothing={texts.nothingToDo}
          skeletonRows={6}
          {...(height !== undefined && { isScrolling: height })}
          refreshes="toDo"
        >
          {(item) =>
            item.kind === 'lab' ? (
              <LabItem key={item.record.id} lab={item} problems={items?.filter(isSameLab(item)) ?? []} />
            ) : (
              <Item key={keyOf(item)} item={item} renderCall={renderCall} />
            )
          }
        </RecordList>
      </div>
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
  const { kind, title, patient, at, isLate, isCritical, isNew, visit } = item
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
        {kind === 'visit' && visit ? <VisitSentence visit={visit} /> : patient && title && <bdi>{title}</bdi>}
        {at && kind !== 'visit' && kind !== 'critical' && <RelativeTime at={at} />}
      </Facts>
    </RecordItem>
  )
}

/** Where each problem of a lab is seen to. */
const problemTarget = (labId: number, name: LabProblem): RowTarget =>
  name === 'critical'
    ? { to: '/user/critical' }
    : { to: '/user/labs/$labId', params: { labId: String(labId) }, search: { tab: PROBLEM_TABS[name] } }

const PROBLEM_TABS = {
  release: 'release',
  visit: 'visits',
  source: 'inbox',
  receiver: 'integrations',
} as const

/** A lab with all that is late or fails there. */
function LabItem({ lab, problems }: { lab: ToDoItem; problems: readonly ToDoItem[] }) {
  return (
    <RecordItem target={targetOf(lab)} name={<bdi>{lab.title}</bdi>}>
      {/* Each line is a target of 24 pixels. */}
      <Group gap="0 var(--mantine-spacing-md)" mt={4}>
        {problems.map(
          ({ problem }) =>
            problem && (
              <AnchorLink key={problem.name} {...problemTarget(lab.record.id, problem.name)} size="sm" py={2}>
                {texts.PROBLEMS[problem.name](problem.count, problem.receiverName)}
              </AnchorLink>
            ),
        )}
      </Group>
    </RecordItem>
  )
}
