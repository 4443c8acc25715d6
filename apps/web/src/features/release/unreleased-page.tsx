import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { OpenedUnreleased, UnreleasedReport } from '@zelab/contract'
import { reasonText } from '@zelab/contract/reasons'
import { useIsCriticalKnown } from '../../entities/critical/queries.ts'
import { PatientMatchNotice, usePatientMatch } from '../../entities/report/match/patient-match-notice.tsx'
import { PatientStrip } from '../../entities/patient/patient-strip.tsx'
import { isNotFound } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useCan } from '../../lib/session-store.ts'
import { readWholeNumber } from '../../lib/search-params.ts'
import { AnchorLink, ButtonLink, NEW_TAB } from '../../ui/actions/links.tsx'
import { Isolated, Ltr } from '../../ui/display/inline.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Neighbors } from '../../ui/list/queue.tsx'
import { Facts, RecordItem, RecordRows } from '../../ui/list/record-list.tsx'
import { ReleaseActions } from './release-actions.tsx'
import classes from './release.module.css'
import { ReturnedNotice } from './returned-notice.tsx'
import { ShownFile } from '../../entities/report/shown-file.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { AmendedVersion } from './amended-version.tsx'
import * as texts from './texts.ts'
import { useReleaseQueue } from './use-release-queue.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

interface UnreleasedPageProps {
  renderCritical: (report: UnreleasedReport) => ReactNode
}

export function UnreleasedPage(renders: UnreleasedPageProps) {
  const { id } = useParams({ from: '/_shell/user/release/$id' })
  const number = readWholeNumber(id)
  return number === undefined ? <NotFound /> : <Unreleased key={number} id={number} {...renders} />
}

function Unreleased({ id, renderCritical }: UnreleasedPageProps & { id: number }) {
  const may = useCan()
  const mayOpen = may('reports:publish')
  const {
    data: report,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...endpointQuery(api.release.getById, { params: { id } }), enabled: mayOpen })
  const isCriticalKnown = useIsCriticalKnown({ unreleasedId: id }, report !== undefined)
  if (!mayOpen || (error && isNotFound(error))) return <NotFound />
  if (!report || !isCriticalKnown)
    return (
      <>
        <PageHeader title={texts.number(id)} backTo="/user/release" />
        {error ? (
          <Sheet>
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          </Sheet>
        ) : (
          <Spinner label={texts.loading} />
        )}
      </>
    )
  return <Opened report={report} renderCritical={renderCritical} />
}

function Opened({ report, renderCritical }: UnreleasedPageProps & { report: OpenedUnreleased }) {
  const { id, revision, patient, state } = report
  const [shown, setShown] = useState<{ revision: number; sha256: string }>()
  const queue = useReleaseQueue(report)
  const isOpen = report.file !== null && (state === 'awaiting' || state === 'returned')
  const check = usePatientMatch(isOpen ? { patientId: patient.id, unreleasedId: id, revision } : undefined)
  return (
    <>
      <PageHeader
        title={report.title}
        subtitle={texts.number(id)}
        backTo="/user/release"
        actions={<Neighbors queue={queue} labels={{ ...texts.neighbors, list: texts.LISTS[queue.list] }} />}
      />
      <div className={classes.area} data-compares={report.amends !== null || undefined}>
        {report.file && (
          <>
            <div className={classes.match}>{isOpen && <PatientMatchNotice check={check} />}</div>
            <div className={classes.files}>
              <div>
                {report.amends && <Hint mb={4}>{texts.amendment}</Hint>}
                <ShownFile
                  key={`${report.id} ${report.revision}`}
                  title={report.title}
                  filePath={report.file.address}
                  className={classes.frame}
                  onShown={(sha256 = report.file?.sha256 ?? '') => setShown({ revision, sha256 })}
                />
              </div>
              {report.amends && <AmendedVersion reportId={report.amends.reportId} />}
            </div>
          </>
        )}
        <div className={classes.panel}>
          {report.returned && <ReturnedNotice returned={report.returned} report={report} />}
          <Standing report={report} />
          {renderCritical(report)}
          {report.amends?.isSuspended && (
            <Notice tone="negative" title={texts.isSuspended}>
              <p>{texts.isSuspendedHint}</p>
            </Notice>
          )}
          <SectionCard title={texts.report}>
            <Stack miw={0}>
              <PatientStrip patient={report.patient} />
              <DetailList details={detailsOf(report)} />
            </Stack>
          </SectionCard>
          <EarlierReports earlier={report.earlier} />
          <ReleaseActions
            report={report}
            queue={queue}
            check={check}
            shown={shown?.revision === report.revision ? shown.sha256 : undefined}
          />
        </div>
      </div>
    </>
  )
}

const detailsOf = ({
  title,
  reportType,
  remark,
  author,
  awaitingSince,
  amends,
  movesVisitId,
}: UnreleasedReport) => [
  { label: texts.title, value: title, isWide: true },
  { label: texts.type, value: reportType.title, isWide: true },
  ...(remark === null ? [] : [{ label: texts.remark, value: remark, isWide: true }]),
  { label: texts.author, value: author.fullName },
  { label: texts.since, value: formatDateTime(awaitingSince) },
  ...(movesVisitId === null
    ? []
    : [{ label: texts.visit, value: texts.movesVisit(movesVisitId), isWide: true }]),
  ...(amends
    ? [
        { label: texts.amendment, value: texts.amends(amends.reportId, amends.version), isWide: true },
        { label: texts.reason, value: [reasonText(amends.reason), amends.note].filter(Boolean).join(': ') },
      ]
    : []),
]

function EarlierReports({ earlier }: Pick<OpenedUnreleased, 'earlier'>) {
  if (earlier.length === 0) return null
  return (
    <SectionCard title={texts.earlierReports} isFlush>
      <RecordRows label={texts.earlierReports} rows={earlier} isStale={false}>
        {({ id, title, version, createdAt }) => (
          <RecordItem
            key={id}
            name={
              <AnchorLink to="/user/reports/view/$reportId" params={{ reportId: String(id) }} {...NEW_TAB}>
                <Isolated>{title}</Isolated>
              </AnchorLink>
            }
          >
            <Facts>
              <Ltr>#{id}</Ltr>
              {formatDateTime(createdAt)}
              {version > 1 && texts.version(version)}
            </Facts>
          </RecordItem>
        )}
      </RecordRows>
    </SectionCard>
  )
}

/** The last step, and the next one. */
function Standing({ report: { state, released, isOwn, discardReason } }: { report: UnreleasedReport }) {
  if (state === 'returned') return null
  if (released)
    return (
      <Notice
        tone="info"
        title={
          released.aloneReason === null
            ? texts.releasedBy(released.by.fullName)
            : texts.releasedAlone(released.by.fullName)
        }
        actions={
          released.reportId !== null && (
            <ButtonLink
              to="/user/reports/view/$reportId"
              params={{ reportId: String(released.reportId) }}
              variant="default"
              size="xs"
            >
              {texts.openReport}
            </ButtonLink>
          )
        }
      >
        {released.aloneReason !== null && <p>{released.aloneReason}</p>}
        {released.reviewed && <p>{texts.reviewedBy(released.reviewed.by.fullName)}</p>}
      </Notice>
    )
  if (state === 'discarded')
    return (
      <Notice tone="info" title={texts.STATES.discarded}>
        {discardReason !== null && <p>{discardReason}</p>}
      </Notice>
    )
  return isOwn ? (
    <Notice tone="info" title={texts.ownWaits}>
      <p>{texts.ownWaitsHint}</p>
    </Notice>
  ) : null
}

function NotFound() {
  return (
    <StatusPage code="404" title={texts.notFound} backTo="/user/release">
      <p>{texts.noSuchReport}</p>
    </StatusPage>
  )
}
