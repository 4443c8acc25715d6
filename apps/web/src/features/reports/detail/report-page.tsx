import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Report, ReportVersion } from '@zelab/contract'
import type { ReactNode } from 'react'
import { isNotFound } from '../../../lib/api-error.ts'
import { useCan } from '../../../lib/permissions.ts'
import { usePrintRecord } from '../../../lib/print-record.ts'
import { reportQuery, reportVersionsQuery } from '../../../lib/queries/reports.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { Ltr } from '../../../ui/display/ltr.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PatientStrip } from '../../../ui/display/patient-strip.tsx'
import { ReaderCard } from '../reader-list.tsx'
import { ReportActions } from './report-actions.tsx'
import { AdditionalInformation, PatientInformation, ReportStatus } from './report-cards.tsx'
import { ReportNotFound } from '../report-not-found.tsx'
import classes from './report-page.module.css'
import { ReportPreview } from './report-preview.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'
import * as texts from '../texts.tsx'
import { EarlierVersionBanner, VersionHistory } from './version-history.tsx'
import { WithdrawalBanner } from './withdrawal-banner.tsx'

interface ReportPageProps {
  /** What else is known of the report: who looked at it. */
  renderHistory: (reportId: number) => ReactNode
}

const ROUTE = '/_shell/user/reports/view/$reportId'

/** One report by the id in the address. A malformed id is not sent to the server. */
export function ReportPage({ renderHistory }: ReportPageProps) {
  const { reportId } = useParams({ from: ROUTE })
  const id = readWholeNumber(reportId)
  return id === undefined ? <ReportNotFound /> : <ReportOfId id={id} renderHistory={renderHistory} />
}

function ReportOfId({ id, renderHistory }: ReportPageProps & { id: number }) {
  const { version } = useSearch({ from: ROUTE })
  const report = useQuery(reportQuery(id))
  const current = report.data?.version ?? 1
  // A version that there is not (yet) is the current one.
  const isEarlier = version !== undefined && version < current
  const versions = useQuery({ ...reportVersionsQuery(id), enabled: isEarlier })
  const earlier = isEarlier ? versions.data?.find((one) => one.version === version) : undefined
  const failed = [report, ...(isEarlier ? [versions] : [])].find(({ data, error }) => !data && error)

  if (failed)
    return (
      <ReportNotFound
        {...(!isNotFound(failed.error) && { onRetry: () => void failed.refetch() })}
        isRetrying={failed.isFetching}
      />
    )
  if (!report.data || (isEarlier && !earlier)) return <ReportSkeleton id={id} />
  return (
    <ReportView
      report={report.data}
      earlier={earlier}
      versions={versions.data}
      renderHistory={renderHistory}
    />
  )
}

interface ReportViewProps extends ReportPageProps {
  report: Report
  /** The version to show in the place of the current one. */
  earlier: ReportVersion | undefined
  versions: ReportVersion[] | undefined
}

function ReportView({ report, earlier, versions, renderHistory }: ReportViewProps) {
  usePrintRecord('report', report.id)
  const may = useCan()
  const shown = earlier ? asOfVersion(report, earlier) : report
  return (
    <>
      <PageHeader
        title={shown.reportType.title}
        backTo="/user/reports"
        subtitle={<Ltr>{texts.reportId(report.id)}</Ltr>}
        actions={<ReportActions report={shown} mayChange={!earlier && !report.withdrawal} />}
      />
      <div className={classes.patient}>
        <PatientStrip patient={report.patient} />
      </div>
      {report.withdrawal && <WithdrawalBanner withdrawal={report.withdrawal} />}
      {earlier && <EarlierVersionBanner report={report} earlier={earlier} versions={versions ?? []} />}
      <div className={classes.layout}>
        <PatientInformation patient={report.patient} />
        <div className={`${classes.column} ${classes.document}`}>
          <ReportStatus report={shown} supersededVersion={earlier?.version} />
          {/* The key closes an enlarged file when another version is opened. */}
          <ReportPreview key={shown.filePath} report={shown} />
        </div>
        <div className={classes.column}>
          <AdditionalInformation report={shown} />
          {report.version > 1 && (
            <VersionHistory report={report} shown={earlier?.version ?? report.version} />
          )}
        </div>
      </div>
      {report.withdrawal && may('reports:delete') && <ReaderCard reportId={report.id} />}
      <div className={classes.history}>{renderHistory(report.id)}</div>
    </>
  )
}

const asOfVersion = (report: Report, { title, remark, reportType, filePath }: ReportVersion): Report => ({
  ...report,
  title,
  remark,
  reportType,
  filePath,
})
