import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReportInPatient } from '@zelab/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { PaymentBadge } from '../../../entities/visit/visit-badges.tsx'
import { ReportStatusChips } from '../../../entities/report/report-status-chips.tsx'
import { isNotFound, isRefusal } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { FileDownloadButton } from '../../../ui/actions/file-download-button.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { toastError, toastProblem } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Facts, RecordItem } from '../../../ui/list/record-list.tsx'
import * as words from '../../../ui/texts.ts'
import * as texts from './texts.tsx'
import { FileDialog } from '../../../entities/report/file-dialog.tsx'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'

interface FrontDeskReportProps {
  report: ReportInPatient
  isFirst: boolean
  /** True if the patient has a payment that is due. */
  isDue: boolean | undefined
}

export function FrontDeskReport({ report, isFirst, isDue }: FrontDeskReportProps) {
  const { id, title, createdAt, filePath, version, marks } = report
  const may = useCan()
  const [handover, setHandover] = useState({ count: 0, version })
  const isJustHandedOver = handover.count > 0 && handover.version === version
  const target = { to: '/user/reports/view/$reportId' as const, params: { reportId: String(id) } }
  return (
    <RecordItem
      target={target}
      name={title}
      actions={
        <>
          <ButtonLink
            {...target}
            variant={isFirst ? 'filled' : 'default'}
            aria-label={texts.openTitled(title)}
            data-first-action={isFirst || undefined}
          >
            {texts.openReport}
          </ButtonLink>
          <PrintButton
            report={report}
            isDue={isDue}
            onHandedOver={(printed) => setHandover({ count: handover.count + 1, version: printed })}
          />
          {may('reports:send') && (
            <ButtonLink
              {...target}
              search={{ send: true }}
              variant="default"
              aria-label={texts.sendTitled(title)}
            >
              {texts.send}
            </ButtonLink>
          )}
          <FileDownloadButton label={texts.downloadTitled(title)} title={title} filePath={filePath} />
        </>
      }
    >
      <Facts>
        <span>
          {formatDate(createdAt)}{' '}
          <ReportStatusChips
            report={{ version, marks: marks.filter((mark) => mark !== 'handedOver' || !isJustHandedOver) }}
          />
        </span>
      </Facts>
      {isJustHandedOver && <HandedOver key={handover.count} />}
    </RecordItem>
  )
}

/** Has the focus, so that a second Enter does nothing. */
function HandedOver() {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <Text ref={note} tabIndex={-1}>
      <StatusBadge tone="positive" icon={IconCheck}>
        {texts.handedOver}
      </StatusBadge>
    </Text>
  )
}

interface PrintButtonProps extends Pick<FrontDeskReportProps, 'isDue'> {
  report: ReportInPatient
  onHandedOver: (version: number) => void
}

/** Prints the current version, then asks whether it was handed over. */
function PrintButton({ report: { id, title }, isDue, onHandedOver }: PrintButtonProps) {
  const may = useCan()
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const [prints, setPrints] = useState(0)
  // The row may show an earlier version.
  const current = useMutation({
    mutationFn: () =>
      queries.fetchQuery({
        ...endpointQuery(api.reports.getById, { params: { reportId: id } }),
        staleTime: 0,
      }),
    onError: (error) => {
      toastError(error)
      refreshPatient()
    },
  })
  const handOver = useEndpoint(api.deliveries.handOverPaper)
  const refreshPatient = () => void queries.invalidateQueries({ queryKey: api.patients.getById.key })
  const close = () => {
    setPrints(0)
    current.reset()
    button.current?.focus()
  }
  const confirm = (version: number) =>
    handOver.mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: () => {
          close()
          onHandedOver(version)
        },
        onError: (error) => {
          if (isNotFound(error)) toastProblem(texts.printGone)
          else toastError(error)
          if (!isNotFound(error) && !isRefusal(error, 'PRINT_OUTDATED')) return
          close()
          refreshPatient()
        },
      },
    )
  const report = current.data
  return (
    <>
      <SubmitButton
        ref={button}
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.75} />}
        aria-label={texts.printTitled(title)}
        isPending={current.isPending}
        onClick={() => current.mutate()}
      >
        {texts.print}
      </SubmitButton>
      {report && (
        <FileDialog
          report={report}
          isOpen
          isPrinting
          onPrinted={() => setPrints(prints + 1)}
          onClose={() => !handOver.isPending && close()}
        >
          {prints > 0 && may('reports:send') && (
            <HandoverQuestion
              // Takes the focus after each print.
              key={prints}
              isDue={isDue}
              isPending={handOver.isPending}
              onConfirm={() => confirm(report.version)}
              onDismiss={close}
            />
          )}
        </FileDialog>
      )}
    </>
  )
}

interface HandoverQuestionProps extends Pick<FrontDeskReportProps, 'isDue'> {
  isPending: boolean
  onConfirm: () => void
  onDismiss: () => void
}

function HandoverQuestion({ isDue, isPending, onConfirm, onDismiss }: HandoverQuestionProps) {
  const labelId = useId()
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => confirm.current?.focus(), [])
  return (
    <Group role="group" aria-labelledby={labelId} justify="flex-end" gap="xs" pt="sm">
      <Text id={labelId} flex="1 1 10rem" fw={600}>
        {texts.askHandedOver}
      </Text>
      {isDue && <PaymentBadge payment="due" />}
      <Button variant="default" onClick={onDismiss} disabled={isPending}>
        {texts.notNow}
      </Button>
      <SubmitButton ref={confirm} isPending={isPending} pendingLabel={words.saving} onClick={onConfirm}>
        {texts.confirmHandover}
      </SubmitButton>
    </Group>
  )
}
