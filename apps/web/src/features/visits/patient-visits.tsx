import { Hint } from '../../ui/display/inline.tsx'
import { formatMoment, formatPlainDate } from '../../lib/format.ts'
import { Box, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Visit } from '@zelab/contract'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { PatientHead } from '../../entities/patient/patient-head.tsx'
import { useUsesVisits, visitsQuery, VISITS_SHOWN } from '../../entities/visit/queries.ts'
import { ReportMarkBadge } from '../../entities/report/report-status-chips.tsx'
import { MarkPaid, PaymentBadge, VisitStateBadge } from '../../entities/visit/visit-badges.tsx'
import { headVisitOf, VisitSentence } from '../../entities/visit/visit-sentence.tsx'
import { MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as words from '../../ui/texts.ts'
import { DialogLoading } from '../../ui/form/form-modal.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'

const VisitDialog = lazy(async () => ({ default: (await import('./visit-dialog.tsx')).VisitDialog }))
const PrintVisit = lazy(async () => ({ default: (await import('./print-visit.tsx')).PrintVisit }))
const VisitLabel = lazy(async () => ({ default: (await import('./visit-label.tsx')).VisitLabel }))

interface PatientVisitsProps {
  patientId: number
  renderLink: (visit: Visit, labId: number) => ReactNode
}

/** Nothing for a lab that does not use visits. The Admin has no lab, so the server answers for the patient's. */
export function PatientVisits(props: PatientVisitsProps) {
  const { lab } = useCurrentUser()
  const usesVisits = useUsesVisits()
  return (usesVisits || lab === null) && <Visits {...props} />
}

function Visits({ patientId, renderLink }: PatientVisitsProps) {
  const may = useCan()
  const [limit, setLimit] = useState(VISITS_SHOWN)
  const { data: found, error, isFetching, refetch } = useQuery(visitsQuery(patientId, limit))
  const [editing, setEditing] = useState<Visit | 'new'>()
  const [canceling, setCanceling] = useState<Visit>()
  const [printing, setPrinting] = useState<Visit>()
  const [labeling, setLabeling] = useState<Visit>()
  const adder = useRef<HTMLButtonElement>(null)
  if (!found && !error) return null
  if (found && !found.lab.usesVisits) return null
  const mayEdit = may('visits:edit')
  const total = found?.pagination.totalItems ?? 0
  const close = () => {
    setEditing(undefined)
    setCanceling(undefined)
    setPrinting(undefined)
    setLabeling(undefined)
    adder.current?.focus()
  }
  return (
    <SectionCard
      title={texts.visits}
      subtitle={texts.cardHint}
      isFlush
      actions={
        mayEdit && (
          <Button
            ref={adder}
            size="xs"
            variant="default"
            disabled={!found}
            aria-label={texts.addVisit}
            onClick={() => setEditing('new')}
          >
            {texts.add}
          </Button>
        )
      }
    >
      {found ? (
        <>
          {found.data.length === 0 ? (
            <Hint py="sm" px="md">
              {texts.none}
            </Hint>
          ) : (
            <Stack component="ul" gap={0} mod="rows" aria-label={texts.visits}>
              {found.data.map((visit) => (
                <VisitLine
                  key={visit.id}
                  visit={visit}
                  isInHead={visit === headVisitOf(found.data.slice(0, VISITS_SHOWN))}
                  labId={found.lab.id}
                  isEditable={mayEdit}
                  link={renderLink(visit, found.lab.id)}
                  onEdit={() => setEditing(visit)}
                  onCancel={() => setCanceling(visit)}
                  onPrint={() => setPrinting(visit)}
                  onLabel={() => setLabeling(visit)}
                />
              ))}
            </Stack>
          )}
          {total > found.data.length && limit === VISITS_SHOWN && (
            <Box pt={4} pb="sm" px="md">
              <Button size="xs" variant="default" onClick={() => setLimit(MAX_PAGE_SIZE)}>
                {texts.showAll(Math.min(total, MAX_PAGE_SIZE))}
              </Button>
            </Box>
          )}
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {editing && found && (
        <Suspense fallback={<DialogLoading />}>
          <VisitDialog
            patientId={patientId}
            labId={found.lab.id}
            visit={editing === 'new' ? undefined : editing}
            onClose={close}
          />
        </Suspense>
      )}
      {printing && (
        <Suspense>
          <PrintVisit visit={printing} onClose={close} />
        </Suspense>
      )}
      {labeling && (
        <Suspense>
          <VisitLabel visit={labeling} onClose={close} />
        </Suspense>
      )}
      {canceling && <CancelDialog visit={canceling} onClose={close} />}
    </SectionCard>
  )
}

/** The payment is the visit's own. */
const REPORT_MARKS_OF_VISIT = ['suspended', 'critical', 'handedOver'] as const

interface VisitLineProps {
  visit: Visit
  /** The head of the page says its sentence. */
  isInHead: boolean
  labId: number
  isEditable: boolean
  link: ReactNode
  onEdit: () => void
  onCancel: () => void
  onPrint: () => void
  onLabel: () => void
}

function VisitLine({
  visit,
  isInHead,
  labId,
  isEditable,
  link,
  onEdit,
  onCancel,
  onPrint,
  onLabel,
}: VisitLineProps) {
  const { id, state, expected, reports, referrer, payment, collectedAt, collectedOn, receivedAt, note } =
    visit
  const titles = [
    ...expected.map(({ title }) => title),
    ...(expected.length === 0 ? reports.map(({ title }) => title) : []),
  ]
  const facts = [
    ...(collectedAt
      ? [texts.collected(formatMoment(collectedAt))]
      : collectedOn
        ? [texts.collected(formatPlainDate(collectedOn))]
        : []),
    ...(referrer ? [texts.referredBy(referrer.name)] : []),
    receivedAt ? texts.received(formatMoment(receivedAt)) : texts.created(formatMoment(visit.createdAt)),
    ...(note ? [note] : []),
  ]
  return (
    <Group component="li" justify="space-between" align="flex-start" px="md" py="xs">
      <Box flex="1 1 16rem" miw={0} py={4}>
        <Group gap="xs">
          <Text component="bdi" inherit fw={500}>
            {titles.join(', ') || texts.nothingExpected}
          </Text>
          <VisitStateBadge state={state} />
          {REPORT_MARKS_OF_VISIT.filter((mark) => reports.some(({ marks }) => marks.includes(mark))).map(
            (mark) => (
              <ReportMarkBadge key={mark} mark={mark} />
            ),
          )}
          {state !== 'canceled' && (isInHead || payment !== 'due') && <PaymentBadge payment={payment} />}
        </Group>
        {!isInHead && state !== 'canceled' && (
          <Text size="sm">
            <VisitSentence visit={visit} labId={labId} />
          </Text>
        )}
        <Hint>
          {facts.map((fact, index) => (
            <span key={fact}>
              {index > 0 && ' · '}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </Hint>
      </Box>
      {isEditable && state !== 'canceled' && (
        <Group gap="xs" wrap="nowrap">
          {link}
          <MarkPaid visit={visit} payment={payment} />
          <RowMenu label={texts.actionsOf(id)}>
            <Menu.Item onClick={onLabel}>{texts.printLabel}</Menu.Item>
            {visit.reports.length > 1 && <Menu.Item onClick={onPrint}>{texts.printAll}</Menu.Item>}
            <Menu.Item onClick={onEdit}>{words.edit}</Menu.Item>
            <Menu.Item onClick={onCancel}>{texts.cancelVisit}</Menu.Item>
          </RowMenu>
        </Group>
      )}
    </Group>
  )
}

function CancelDialog({ visit: { id, patientId }, onClose }: { visit: Visit; onClose: () => void }) {
  const cancel = useEndpoint(pageApi.visits.cancelVisit)
  return (
    <ConfirmDialog
      isOpen
      title={texts.askCancel(id)}
      head={<PatientHead patientId={patientId} />}
      message={texts.cancelMessage}
      confirmLabel={texts.cancelVisit}
      pendingLabel={texts.canceling}
      isPending={cancel.isPending}
      isDangerous
      onConfirm={() =>
        cancel.mutate(
          { params: { id } },
          {
            onSuccess: () => toastSuccess(texts.visitCanceled),
            onError: (error) => toastError(error),
            onSettled: onClose,
          },
        )
      }
      onCancel={onClose}
    />
  )
}
