import { Button, Group, Radio, Text } from '@mantine/core'
import { IconAlertTriangle, IconCash, IconCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientVisits, SeenVisit, Visit } from '@zelab/contract'
import type { Payment } from '@zelab/contract/limits'
import { useId } from 'react'
import { useCan } from '../../lib/session-store.ts'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { useUsesVisits, visitStatesQuery } from './queries.ts'
import * as texts from './texts.ts'
import { factsOfPatient, VisitSentence } from './visit-sentence.tsx'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'

const SIGNS = {
  open: { tone: 'neutral', icon: null },
  awaited: { tone: 'info', icon: IconClock },
  late: { tone: 'warning', icon: IconAlertTriangle },
  ready: { tone: 'positive', icon: IconCheck },
  canceled: { tone: 'neutral', icon: null },
} as const

export function VisitStateBadge({ state }: { state: Visit['state'] }) {
  return <StatusBadge {...SIGNS[state]}>{texts.STATES[state]}</StatusBadge>
}

/** Nothing while the payment is not known. */
export function PaymentBadge({ payment }: { payment: Payment }) {
  if (payment === 'unknown') return null
  const isDue = payment === 'due'
  return (
    <StatusBadge tone={isDue ? 'mismatch' : 'neutral'} icon={isDue ? IconCash : null}>
      {texts.PAYMENTS[payment]}
    </StatusBadge>
  )
}

interface MarkPaidProps {
  visit: SeenVisit
  /** `unknown`: offers Paid and Due. Nothing for another payment. */
  payment?: Payment
  /** In a list of patients. */
  patientName?: string
}

/** Records the payment with one click; the notice offers to undo it. */
export function MarkPaid({ visit: { id, updatedAt }, payment = 'due', patientName }: MarkPaidProps) {
  const may = useCan()
  const { mutateAsync: setPayment, isPending } = useEndpoint(pageApi.visits.updateVisit)
  if (!may('visits:edit') || (payment !== 'due' && payment !== 'unknown')) return null
  // Promises, because the button goes with its row.
  const set = async (next: 'paid' | 'due') => {
    const { data } = await setPayment({ params: { id }, body: { updatedAt, payment: next } })
    const undo = () => {
      setPayment({ params: { id }, body: { updatedAt: data.updatedAt, payment } }).then(
        () => toastSuccess(texts.PAYMENT_IS_BACK[payment]),
        (error: unknown) => toastError(error),
      )
    }
    toastSuccess(texts.PAYMENT_WAS_SET[next], [{ label: texts.undo, follow: undo }])
  }
  const choices = payment === 'due' ? { paid: texts.markPaid } : texts.SET_PAYMENT
  return Object.entries(choices).map(([next, label]) => (
    <Button
      key={next}
      size="xs"
      variant="default"
      loading={isPending}
      {...(patientName !== undefined && { 'aria-label': texts.actionFor(label, patientName) })}
      onClick={() => void set(next as 'paid' | 'due').catch((error: unknown) => toastError(error))}
    >
      {label}
    </Button>
  ))
}

const PAYMENT_CHOICES = { unknown: texts.PAYMENTS.unknown, ...texts.SET_PAYMENT }

interface PaymentChoiceProps {
  value: 'paid' | 'due' | undefined
  onChange: (payment: 'paid' | 'due' | undefined) => void
}

/** Radios, because Enter submits their form and never changes the choice. */
export function PaymentChoice({ value, onChange }: PaymentChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend>{texts.payment}</legend>
      <Group gap="lg">
        {(['unknown', 'paid', 'due'] as const).map((one) => (
          <Radio
            key={one}
            name={name}
            checked={one === (value ?? 'unknown')}
            onChange={() => onChange(one === 'unknown' ? undefined : one)}
            label={PAYMENT_CHOICES[one]}
          />
        ))}
      </Group>
    </fieldset>
  )
}

/** Visit states by patient id; empty for a lab without visits. */
export const useVisitStates = (patientIds: readonly number[]): ReadonlyMap<number, PatientVisits> => {
  const usesVisits = useUsesVisits()
  const { data = [] } = useQuery({
    ...visitStatesQuery(patientIds),
    enabled: usesVisits && patientIds.length > 0,
  })
  return new Map(data.map((visits) => [visits.patientId, visits]))
}

export function PatientVisitBadges({ visits }: { visits: PatientVisits | undefined }) {
  if (!visits || (visits.state === null && !visits.dueVisit)) return null
  const hasSentence = visits.expected.length > 0
  return (
    <Group component="span" display="inline-flex" gap="0.25rem var(--mantine-spacing-xs)">
      {visits.state && <VisitStateBadge state={visits.state} />}
      {hasSentence ? (
        <Text span c="dimmed" size="sm">
          <VisitSentence visit={factsOfPatient(visits)} />
        </Text>
      ) : (
        visits.dueVisit && <PaymentBadge payment="due" />
      )}
    </Group>
  )
}
