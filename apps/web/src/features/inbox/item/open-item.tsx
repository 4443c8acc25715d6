import { Button } from '@mantine/core'
import type { OpenedInboxItem } from '@zelab/contract'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Neighbors } from '../../../ui/list/queue.tsx'
import type { InboxSearch, ItemSearch } from '../inbox-search.ts'
import { rememberOpened } from '../list/inbox-rows.ts'
import { MatchBadge } from '../inbox-parts.tsx'
import * as words from '../texts.ts'
import { ChangeItem } from './change-item.tsx'
import { FilePane } from './file-pane.tsx'
import classes from './inbox-item.module.css'
import { ItemProblem } from './item-problem.tsx'
import { warningsOf } from './item-warnings.ts'
import { PublishItem } from './publish-item.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import type { RenderNewReportType, RenderVisit } from '../../../entities/report/form/report-fields.tsx'
import * as texts from './texts.ts'
import { useOpenedItem } from './use-opened-item.ts'
import { useQueue } from './use-queue.ts'

interface OpenItemProps {
  id: number
  search: ItemSearch
  renderNewReportType: RenderNewReportType
  renderVisit: RenderVisit
}

/** Keeps the filters while the user registers a patient on another page. */
let lastSearch: InboxSearch = {}

const useQueueSearch = ({ patient, ...search }: ItemSearch): InboxSearch => {
  const present = patient === undefined ? search : lastSearch
  useEffect(() => {
    lastSearch = present
  })
  return present
}

export function OpenItem({ id, search, renderNewReportType, renderVisit }: OpenItemProps) {
  const opened = useOpenedItem(id)
  const queue = useQueue(id, useQueueSearch(search))
  const { item, error, isFetching, refetch } = opened
  useEffect(() => rememberOpened(id), [id])
  if (item)
    return (
      <WorkArea
        item={item}
        opened={opened}
        queue={queue}
        registeredId={search.patient}
        renderNewReportType={renderNewReportType}
        renderVisit={renderVisit}
      />
    )
  if (error)
    return <ItemProblem error={error} queue={queue} isRetrying={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={words.inbox} backTo="/user/inbox" />
      <Spinner label={texts.loadingItem} />
    </>
  )
}

interface WorkAreaProps extends Pick<OpenItemProps, 'renderNewReportType' | 'renderVisit'> {
  item: OpenedInboxItem
  opened: ReturnType<typeof useOpenedItem>
  queue: ReturnType<typeof useQueue>
  registeredId: number | undefined
}

function WorkArea({ item, opened, queue, registeredId, renderNewReportType, renderVisit }: WorkAreaProps) {
  const { fileName, lost } = { ...item, lost: opened.lost }
  const [isRejecting, setIsRejecting] = useState(false)
  const [revision, setRevision] = useState(item.revision)
  const [isShown, setIsShown] = useState(item.file === null)
  const area = useRef<HTMLElement>(null)
  const focusArea = () => area.current?.focus({ preventScroll: true })
  // Screen readers announce the new item, and shortcuts work because no field has the focus.
  useEffect(focusArea, [])
  const form = {
    item,
    revision,
    isShown,
    opened,
    queue,
    registeredId,
    renderNewReportType,
    renderVisit,
    onReject: () => setIsRejecting(true),
  }
  return (
    <>
      <PageHeader
        title={fileName}
        backTo="/user/inbox"
        aside={<MatchBadge match={item.match} />}
        subtitle={
          <>
            {texts.received(item.source.name)} <RelativeTime at={item.receivedAt} />
          </>
        }
        actions={<Neighbors queue={queue} labels={texts.neighbors} />}
      />
      <section
        ref={area}
        className={classes.area}
        aria-label={texts.workArea(fileName)}
        tabIndex={-1}
        onKeyDown={(event) => leaveField(event, focusArea)}
      >
        <FilePane item={item} onLeave={focusArea} onShown={() => setIsShown(true)} />
        <div className={classes.panel}>
          {lost !== undefined && (
            <Notice
              tone="warning"
              role="alert"
              title={texts.reserved}
              actions={
                <Button variant="default" size="xs" onClick={() => void opened.renew()}>
                  {texts.openAgain}
                </Button>
              }
            >
              <p>{texts.reservedHint(lost)}</p>
            </Notice>
          )}
          {revision !== item.revision && (
            <Notice
              tone="warning"
              role="alert"
              title={texts.changedMeanwhile}
              actions={
                <Button variant="default" size="xs" onClick={() => setRevision(item.revision)}>
                  {texts.showChanges}
                </Button>
              }
            >
              <p>{texts.changedMeanwhileHint}</p>
            </Notice>
          )}
          {item.changedAt && (
            <Notice tone="info" title={texts.changedBySender}>
              <p>
                {texts.changedAt} <RelativeTime at={item.changedAt} />
              </p>
            </Notice>
          )}
          {warningsOf(item).map(({ code, tone, title, text }) => (
            <Notice key={`${code} ${text}`} tone={tone} title={title}>
              <p>{text}</p>
              {item.target && code === 'already-published' && (
                <p>
                  <AnchorLink
                    to="/user/reports/view/$reportId"
                    params={{ reportId: String(item.target.id) }}
                    inherit
                  >
                    {words.reportOf(item.target.id)}
                  </AnchorLink>
                  {` · ${item.target.patient.fullName}`}
                </p>
              )}
            </Notice>
          ))}
          {item.kind === 'report' ? (
            <PublishItem key={revision} {...form} />
          ) : (
            <ChangeItem key={revision} {...form} />
          )}
        </div>
      </section>
      {isRejecting && (
        <RejectDialog {...{ item, revision, opened, queue }} onClose={() => setIsRejecting(false)} />
      )}
    </>
  )
}

/** Escape leaves a field, so that shortcuts work again; an open list closes first. */
const leaveField = (event: KeyboardEvent, focusArea: () => void) => {
  const { target, key } = event
  if (key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return
  if (!target.matches('input, textarea, select') || target.getAttribute('aria-expanded') === 'true') return
  event.stopPropagation()
  focusArea()
}
