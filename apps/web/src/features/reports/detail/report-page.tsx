import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import type { Report, ReportVersion, ShownReport } from '@zelab/contract'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useIsCriticalKnown } from '../../../entities/critical/queries.ts'
import { latinKey } from '../../../lib/latin-key.ts'
import { isNotFound } from '../../../lib/api-error.ts'
import { usePrintRecord } from '../../../lib/queries/activity.ts'
import { FileDialog } from '../../../entities/report/file-dialog.tsx'
import { unknownPage } from '../../../entities/report/queries.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { Ltr } from '../../../ui/display/inline.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ReaderList } from '../reader-list.tsx'
import { ReportNotFound } from '../report-not-found.tsx'
import { ReportActions } from './report-actions.tsx'
import { AdditionalInformation, PatientInformation, ReportStatus } from './report-details.tsx'
import { ReportDocument } from './report-document.tsx'
import classes from './report-page.module.css'
import { ReportSkeleton } from './report-skeleton.tsx'
import * as texts from '../texts.tsx'
import { EarlierVersionBanner, VersionHistory } from './version-history.tsx'
import { Verification } from './verification/verification.tsx'
import { SuspensionBanner, WithdrawalBanner } from './withdrawal-banner.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const SentToSystems = lazy(async () => ({
  default: (await import('./sent-to-systems.tsx')).SentToSystems,
}))

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The viewer is open, so that Back closes it. */
    hasViewer?: true
  }
}

interface ReportPageProps {
  /** Renders the send button; the dialog may be open initially. */
  renderSend: (report: Report, isOpen: boolean, onClosed: () => void) => ReactNode
  renderDeliveries: (report: Report) => ReactNode
  /** @param isCurrent the current version is shown */
  renderCritical: (report: ShownReport, isCurrent: boolean) => ReactNode
  renderHistory: (
    reportId: number,
    readers: { title: string; subtitle: string; list: ReactNode },
  ) => ReactNode
}

const ROUTE = '/_shell/user/reports/view/$reportId'

/** A malformed id is not sent to the server. */
export function ReportPage(parts: ReportPageProps) {
  const { reportId } = useParams({ from: ROUTE })
  const id = readWholeNumber(reportId)
  return id === undefined ? <ReportNotFound /> : <ReportOfId id={id} {...parts} />
}

function ReportOfId({ id, ...parts }: ReportPageProps & { id: number }) {
  const { version } = useSearch({ from: ROUTE })
  const report = useQuery(endpointQuery(api.reports.getById, { params: { reportId: id } }))
  const isCriticalKnown = useIsCriticalKnown({ reportId: id }, true)
  const current = report.data?.version ?? 1
  // An unknown version falls back to the current one.
  const isEarlier = version !== undefined && version < current
  const versions = useQuery({
    ...endpointQuery(api.reports.listVersions, { params: { id } }),
    enabled: isEarlier,
  })
  const earlier = isEarlier ? versions.data?.find((one) => one.version === version) : undefined
  const failed = [report, ...(isEarlier ? [versions] : [])].find(({ data, error }) => !data && error)

  if (failed)
    return (
      <ReportNotFound
        {...(!isNotFound(failed.error) && { onRetry: () => void failed.refetch() })}
        isRetrying={failed.isFetching}
      />
    )
  if (!report.data || !isCriticalKnown || (isEarlier && !earlier)) return <ReportSkeleton id={id} />
  const shown = earlier ? asOfVersion(report.data, earlier) : report.data
  return (
    // Dialogs stay open over a new version, and never over another report.
    <ReportView
      key={report.data.id}
      report={report.data}
      shown={shown}
      earlier={earlier}
      versions={versions.data}
      {...parts}
    />
  )
}

interface ReportViewProps extends ReportPageProps {
  report: ShownReport
  /** The report with the values of the selected version. */
  shown: ShownReport
  /** The earlier version to show; undefined for the current one. */
  earlier: ReportVersion | undefined
  versions: ReportVersion[] | undefined
}

function ReportView({ report, shown, earlier, versions, ...parts }: ReportViewProps) {
  const { send = false } = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  // Removes the parameter, so that reload and Back do not open the dialog again.
  const forgetSend = () => {
    if (send)
      void navigate({
        from: '/user/reports/view/$reportId',
        search: ({ version }) => ({ version }),
        replace: true,
        resetScroll: false,
      })
  }
  const viewer = useViewer(shown.filePath)
  usePrintRecord('report', report.id)
  usePrintKeys(viewer.print)
  return (
    <>
      <PageHeader
        title={shown.reportType.title}
        backTo="/user/reports"
        subtitle={<Ltr>{texts.reportId(report.id)}</Ltr>}
        actions={
          <ReportActions
            report={shown}
            mayChange={!earlier && !report.withdrawal}
            sendAction={!earlier && parts.renderSend(report, send, forgetSend)}
          />
        }
      />
      <Box mb="md">
        <PatientStrip patient={report.patient} isHeadline />
      </Box>
      {report.withdrawal && <WithdrawalBanner withdrawal={report.withdrawal} />}
      {report.suspension && <SuspensionBanner suspension={report.suspension} />}
      {earlier && <EarlierVersionBanner report={report} earlier={earlier} versions={versions ?? []} />}
      {parts.renderCritical(report, !earlier)}
      <div className={classes.layout}>
        <Box miw={0}>
          <ReportDocument
            key={shown.filePath}
            report={shown}
            state={
              report.withdrawal
                ? 'withdrawn'
                : report.suspension
                  ? 'suspended'
                  : earlier
                    ? 'superseded'
                    : 'current'
            }
            onView={viewer.view}
            onPrint={viewer.print}
          />
        </Box>
        <div className={classes.details}>
          <PatientInformation patient={report.patient} />
          <ReportStatus report={shown} supersededVersion={earlier?.version} />
          <AdditionalInformation report={shown} />
          {report.version > 1 && (
            <VersionHistory report={report} shown={earlier?.version ?? report.version} />
          )}
          {parts.renderHistory(report.id, {
            title: texts.readersOpenedBy,
            subtitle: texts.readersHint,
            list: <ReaderList reportId={report.id} isAlarming={report.withdrawal !== null} />,
          })}
          {parts.renderDeliveries(report)}
          <Verification reportId={report.id} version={report.version} />
          {/* Last, because most labs have none, and it appears when it has loaded. */}
          <Suspense>
            <SentToSystems reportId={report.id} />
          </Suspense>
        </div>
      </div>
      <FileDialog
        report={shown}
        isOpen={viewer.isOpen}
        isPrinting={viewer.isPrinting}
        onClose={viewer.close}
      />
    </>
  )
}

/** The open viewer is an entry of the history: Back closes it and stays on the page. */
const useViewer = (filePath: string) => {
  const router = useRouter()
  const navigate = useNavigate()
  const isEntryOfViewer = useLocation({ select: ({ state }) => state.hasViewer === true })
  // A reload keeps the entry of the history and closes the viewer, and so does another version.
  const [openedHere, setOpenedHere] = useState<string>()
  const isOpen = isEntryOfViewer && openedHere === filePath
  const [isPrinting, setIsPrinting] = useState(false)
  const isClosing = useRef(false)
  useEffect(() => {
    isClosing.current = false
  }, [isOpen])
  const open = (isToPrint: boolean) => {
    setOpenedHere(filePath)
    setIsPrinting(isToPrint)
    void navigate({ to: '.', search: true, state: { hasViewer: true }, resetScroll: false })
  }
  const close = () => {
    // Closing twice before the browser has gone back would leave the page.
    if (!isClosing.current) router.history.back()
    isClosing.current = true
  }
  return { isOpen, isPrinting, view: () => open(false), print: () => open(true), close }
}

const asOfVersion = (
  report: ShownReport,
  { title, remark, reportType, filePath, released }: ReportVersion,
): ShownReport => ({
  ...report,
  title,
  remark,
  reportType,
  filePath,
  released,
  // The stamp is known for the current version only.
  stamp: null,
  ...(filePath !== report.filePath && {
    firstPage: unknownPage(filePath),
  }),
})

/** Ctrl+P prints the whole file instead of the page, unless a dialog is open. */
const usePrintKeys = (print: () => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (latinKey(event) !== 'p' || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      print()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
