import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Report } from '@zelab/contract'
import { useState } from 'react'
import { isNotFound } from '../../../lib/api-error.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import { keptInput } from '../../../lib/unsaved-input.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { Ltr } from '../../../ui/display/inline.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { AMENDED_REPORT, AmendForm } from './amend-form.tsx'
import { type RenderNewReportType } from '../../../entities/report/form/report-fields.tsx'
import { ReportNotFound } from '../report-not-found.tsx'
import * as texts from '../texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

interface AmendPageProps {
  /** Rendered by the route, because features do not import each other. */
  renderNewReportType: RenderNewReportType
}

export function AmendPage({ renderNewReportType }: AmendPageProps) {
  const { reportId } = useParams({ from: '/_shell/user/reports/amend/$reportId' })
  const id = readWholeNumber(reportId)
  // The key resets all state, so that input for one report never reaches the next.
  return id === undefined ? (
    <ReportNotFound />
  ) : (
    <AmendReport key={id} id={id} renderNewReportType={renderNewReportType} />
  )
}

function AmendReport({ id, renderNewReportType }: AmendPageProps & { id: number }) {
  const {
    data: report,
    error,
    isFetching,
    refetch,
  } = useQuery(endpointQuery(api.reports.getById, { params: { reportId: id } }))
  // Initial values; a refetch must not overwrite the user's input.
  const [opened, setOpened] = useState(
    () => (keptInput(AMENDED_REPORT)?.besides as { report: Report } | undefined)?.report,
  )
  if (report && !opened) setOpened(report)
  if (!report && error && isNotFound(error)) return <ReportNotFound />
  return (
    <>
      <PageHeader
        title={texts.amendReport}
        backTo="/user/reports"
        subtitle={<Ltr>{texts.reportId(id)}</Ltr>}
      />
      {opened?.withdrawal ? (
        <Notice tone="negative" title={texts.withdrawnNotAmendable}>
          <ButtonLink
            to="/user/reports/view/$reportId"
            params={{ reportId: String(id) }}
            variant="default"
            size="xs"
            mt="xs"
          >
            {texts.openTheReport}
          </ButtonLink>
        </Notice>
      ) : opened ? (
        <AmendForm report={opened} renderNewReportType={renderNewReportType} />
      ) : error ? (
        <Sheet>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Sheet>
      ) : (
        <Spinner label={texts.loadingReport} />
      )}
    </>
  )
}
