import { Stack } from '@mantine/core'
import { IconCash, IconFileCheck } from '@tabler/icons-react'
import type { AwaitedVisit } from '@zelab/contract'
import { BULK_MAX } from '@zelab/contract/limits'
import { useState } from 'react'
import { PaymentBadge } from '../../entities/visit/visit-badges.tsx'
import * as words from '../../entities/visit/texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'
import { Isolated } from '../../ui/display/inline.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toastOutcomes } from '../../ui/feedback/toast-outcomes.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import type { Chosen } from '../../ui/list/use-chosen.ts'
import { ariaKey, RECORD_SHORTCUTS, useChosenShortcut } from '../../ui/shortcuts/record-shortcuts.ts'
import { saving } from '../../ui/texts.ts'
import * as texts from './texts.ts'

interface ChosenProps {
  chosen: Chosen<AwaitedVisit>
}

const nameOf = ({ patient }: AwaitedVisit) => patient.fullName
const isUnpaid = ({ payment }: AwaitedVisit) => payment === 'due' || payment === 'unknown'

/** Records the payments of the chosen visits; the notice offers to undo it. */
export function PayChosen({ chosen, isMain }: ChosenProps & { isMain: boolean }) {
  const { mutateAsync: setPayments, isPending } = useEndpoint(pageApi.visits.setPayments)
  const unpaid = chosen.rows.filter(isUnpaid)
  const pay = async () => {
    const items = unpaid.map(({ id, updatedAt }) => ({ id, updatedAt, payment: 'paid' as const }))
    const { data } = await setPayments({ body: { items } })
    const undo = async () => {
      const before = data.flatMap(({ id, updatedAt }) => {
        const payment = unpaid.find((visit) => visit.id === id)?.payment
        return updatedAt !== null && (payment === 'due' || payment === 'unknown')
          ? { id, updatedAt, payment }
          : []
      })
      const undone = await setPayments({ body: { items: before } })
      toastOutcomes(unpaid, undone.data, { nameOf, changed: texts.unpaidAgain, unchanged: texts.notUndone })
    }
    toastOutcomes(unpaid, data, { nameOf, changed: texts.paid, unchanged: texts.notPaid }, [
      { label: words.undo, follow: () => void undo().catch(toastError) },
    ])
    chosen.clear()
  }
  const run = () => void pay().catch(toastError)
  const label = texts.markChosenPaid(unpaid.length)
  const isReady = unpaid.length > 0 && !isPending
  useChosenShortcut(label, isMain && isReady ? run : undefined)
  if (unpaid.length === 0) return null
  return (
    <SubmitButton
      size="xs"
      variant="default"
      leftSection={<IconCash size={16} stroke={1.75} />}
      isPending={isPending}
      pendingLabel={saving}
      {...(isMain && { 'aria-keyshortcuts': ariaKey(RECORD_SHORTCUTS.confirm) })}
      onClick={run}
    >
      {label}
    </SubmitButton>
  )
}

/** Whole visits, as many as one request may name. */
const papersOf = (visits: readonly AwaitedVisit[]) =>
  visits.reduce<(AwaitedVisit['uncollected'][number] & { visit: AwaitedVisit })[]>((papers, visit) => {
    const more = visit.uncollected.map((report) => ({ ...report, visit }))
    return papers.length + more.length > BULK_MAX ? papers : [...papers, ...more]
  }, [])

/** Records that the reports of the chosen visits were handed over on paper, after asking once. */
export function HandOverChosen({ chosen }: ChosenProps) {
  const { mutateAsync: handOver, isPending } = useEndpoint(pageApi.visits.handOverPapers)
  const papers = papersOf(chosen.rows)
  /** As they were when asking. */
  const [asked, setAsked] = useState<typeof papers>()
  const ask = () => setAsked(papers)
  const label = texts.handOverChosen(papers.length)
  useChosenShortcut(label, papers.length > 0 ? ask : undefined)
  const confirm = async (listed: typeof papers) => {
    const items = listed.map(({ id, version }) => ({ id, version }))
    const { data } = await handOver({ body: { items } })
    toastOutcomes(listed, data, {
      nameOf: ({ title, visit }) => texts.paperOf(title, visit.patient.fullName),
      changed: texts.handedOver,
      unchanged: texts.notHandedOver,
    })
    chosen.choose(chosen.rows.filter((visit) => !listed.some((paper) => paper.visit.id === visit.id)))
  }
  return (
    <>
      {papers.length > 0 && (
        <SubmitButton
          size="xs"
          variant="default"
          leftSection={<IconFileCheck size={16} stroke={1.75} />}
          isPending={isPending}
          pendingLabel={saving}
          aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.confirm)}
          onClick={ask}
        >
          {label}
        </SubmitButton>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={texts.handOverChosen(asked?.length ?? 0)}
        message={texts.handOverMessage}
        confirmLabel={texts.handOver}
        pendingLabel={saving}
        isPending={isPending}
        onConfirm={() =>
          void confirm(asked ?? [])
            .catch(toastError)
            .finally(() => setAsked(undefined))
        }
        onCancel={() => setAsked(undefined)}
      >
        <Stack component="ul" gap={4} mt="sm" mah="40dvh" style={{ overflow: 'auto' }}>
          {asked?.map(({ id, title, visit }) => (
            <li key={id}>
              <Isolated>{visit.patient.fullName}</Isolated> · <Isolated>{title}</Isolated>{' '}
              {visit.payment === 'due' && <PaymentBadge payment="due" />}
            </li>
          ))}
        </Stack>
      </ConfirmDialog>
    </>
  )
}
