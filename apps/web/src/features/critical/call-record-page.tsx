import { Box, Button } from '@mantine/core'
import { IconPhoneCall, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CriticalResult } from '@zelab/contract'
import { criticalOfQuery } from '../../entities/critical/queries.ts'
import { PatientStrip } from '../../entities/patient/patient-strip.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { usePrintRecord } from '../../lib/queries/activity.ts'
import { readWholeNumber } from '../../lib/search-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import * as words from '../../entities/critical/texts.ts'
import { CallList } from './call-list.tsx'
import { NoticeList } from './notice-list.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

/** Every call about a report, to print for an auditor. */
export function CallRecordPage() {
  const { reportId } = useParams({ from: '/_shell/user/critical/$reportId' })
  const id = readWholeNumber(reportId)
  return id === undefined ? (
    <StatusPage code="404" title={texts.callRecord} backTo="/user/reports">
      <p>{texts.neverCritical}</p>
    </StatusPage>
  ) : (
    <CallRecord id={id} />
  )
}

function CallRecord({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(criticalOfQuery({ reportId: id }))
  const { data: report } = useQuery(endpointQuery(api.reports.getById, { params: { reportId: id } }))
  usePrintRecord('report', id)
  return (
    <>
      <PageHeader
        title={texts.callRecordOf(id)}
        backTo="/user/reports"
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.75} />}
            disabled={!data}
            onClick={() => window.print()}
          >
            {texts.print}
          </Button>
        }
      />
      {report && (
        <Box mb="md">
          <PatientStrip patient={report.patient} isHeadline />
        </Box>
      )}
      {error ? (
        <Sheet>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Sheet>
      ) : !data ? (
        <Spinner />
      ) : data.results.length === 0 ? (
        <Sheet>
          <EmptyState icon={IconPhoneCall} title={texts.noCallRecord} description={texts.neverCritical} />
        </Sheet>
      ) : (
        data.results.map((result) => (
          <Box key={result.id} mb="md">
            <SectionCard title={`${texts.CAUSES[result.cause]}, ${formatDateTime(result.flaggedAt)}`}>
              <Facts result={result} />
              <NoticeList notices={result.notices.toReversed()} hasDates />
              <CallList calls={result.calls} />
            </SectionCard>
          </Box>
        ))
      )}
    </>
  )
}

function Facts({ result }: { result: CriticalResult }) {
  const { flaggedAt, flaggedBy, dueAt, targetMinutes, informedAt, escalations, closed, messageAllowed } =
    result
  return (
    <DetailList
      details={[
        { label: texts.flaggedAt, value: `${formatDateTime(flaggedAt)} · ${flaggedBy.fullName}` },
        { label: texts.dueAt, value: `${formatDateTime(dueAt)} · ${texts.target(targetMinutes)}` },
        {
          label: texts.informedAt,
          value: informedAt
            ? `${formatDateTime(informedAt)} · ${texts.after(words.span(Date.parse(informedAt) - Date.parse(flaggedAt)))}`
            : texts.none,
        },
        {
          label: texts.closedAt,
          value: closed
            ? [texts.CLOSINGS[closed.as], formatDateTime(closed.at), closed.by?.fullName, closed.reason]
                .filter(Boolean)
                .join(' · ')
            : texts.none,
        },
        ...(escalations > 0 ? [{ label: texts.escalated(escalations), value: '' }] : []),
        ...(messageAllowed
          ? [
              {
                label: texts.messageAllowed,
                value: `${formatDateTime(messageAllowed.at)} · ${messageAllowed.by.fullName} · ${messageAllowed.reason ?? ''}`,
              },
            ]
          : []),
      ]}
    />
  )
}
