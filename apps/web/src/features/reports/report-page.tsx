import { Button } from '@mantine/core'
import { IconDownload, IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Report } from '@zelab/contract'
import type { ReactNode } from 'react'
import { usePrintRecord } from '../../lib/print-record.ts'
import { isNotFound } from '../../lib/api-error.ts'
import { downloadAddress, fileAddress } from '../../lib/report-files.ts'
import { reportQuery } from '../../lib/queries/reports.ts'
import { readWholeNumber } from '../../lib/search-params.ts'
import { Ltr } from '../../ui/ltr.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusPage } from '../../ui/status-page.tsx'
import { AdditionalInformation, PatientInformation, ReportStatus } from './report-cards.tsx'
import classes from './report-page.module.css'
import { ReportPreview } from './report-preview.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'
import { WithdrawalBanner } from './withdrawal-banner.tsx'

/** What else is known of the report: who looked at it. */
type RenderHistory = (reportId: number) => ReactNode

/** One report by the id in the address. What is no id at all cannot be a report, so nobody is asked. */
export function ReportPage({ renderHistory }: { renderHistory: RenderHistory }) {
  const { reportId } = useParams({ from: '/_shell/user/reports/view/$reportId' })
  const id = readWholeNumber(reportId)
  return id === undefined ? <ReportNotFound /> : <ReportOfId id={id} renderHistory={renderHistory} />
}

function ReportOfId({ id, renderHistory }: { id: number; renderHistory: RenderHistory }) {
  const { data: report, error, isFetching, refetch } = useQuery(reportQuery(id))
  if (report) return <ReportView report={report} renderHistory={renderHistory} />
  if (!error) return <ReportSkeleton id={id} />
  return (
    <ReportNotFound {...(!isNotFound(error) && { onRetry: () => void refetch() })} isRetrying={isFetching} />
  )
}

function ReportView({ report, renderHistory }: { report: Report; renderHistory: RenderHistory }) {
  usePrintRecord('report', report.id)
  const file = {
    component: 'a',
    target: '_blank',
    rel: 'noopener',
  } as const
  return (
    <>
      <PageHeader
        title={report.reportType.title}
        backTo="/user/reports"
        subtitle={<Ltr>Report ID: #{report.id}</Ltr>}
        actions={
          <>
            <Button
              {...file}
              href={downloadAddress(report.filePath)}
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.75} />}
            >
              Download
            </Button>
            <Button
              {...file}
              href={fileAddress(report.filePath)}
              leftSection={<IconExternalLink size={16} stroke={1.75} />}
            >
              View Report
            </Button>
          </>
        }
      />
      {report.withdrawal && <WithdrawalBanner withdrawal={report.withdrawal} />}
      <div className={classes.layout}>
        <div className={classes.column}>
          <PatientInformation patient={report.patient} />
          <AdditionalInformation report={report} />
        </div>
        <div className={classes.column}>
          <ReportStatus report={report} />
          <ReportPreview report={report} />
        </div>
      </div>
      <div className={classes.history}>{renderHistory(report.id)}</div>
    </>
  )
}

interface ReportNotFoundProps {
  /** Only where another try could help: the network or the server failed. */
  onRetry?: () => void
  isRetrying?: boolean
}

/** The answer to every failed fetch of a report (AMB-67). */
function ReportNotFound({ onRetry, isRetrying = false }: ReportNotFoundProps) {
  return (
    <StatusPage
      code="404"
      title="Report Not Found"
      backTo="/user/reports"
      actions={
        onRetry && (
          <Button leftSection={<IconRefresh size={16} />} onClick={onRetry} loading={isRetrying}>
            Retry
          </Button>
        )
      }
    >
      <p>The report ID might be incorrect, or the report might have been deleted or moved.</p>
      <p>If you believe this is an error, please contact support or try again later.</p>
    </StatusPage>
  )
}
