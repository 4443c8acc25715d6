import { Box, Button, Checkbox, Group, Text } from '@mantine/core'
import type { InboxItem, InboxPublishOutcome, InboxPublishMatched } from '@zelab/contract'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { DialogActions } from '../../../ui/feedback/dialog-actions.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import * as words from '../texts.ts'
import classes from '../inbox.module.css'
import * as texts from './texts.ts'
import * as shared from '../../../ui/texts.ts'
import { formatPlainDate } from '../../../lib/format.ts'
import { Isolated, Ltr } from '../../../ui/display/inline.tsx'
import { FileName } from '../inbox-parts.tsx'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import { useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { toastError } from '../../../ui/feedback/toasts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

const bodyOf = (items: readonly InboxItem[]): InboxPublishMatched => ({
  items: items.flatMap(({ id, patient, title, reportType }) =>
    patient && title !== null && reportType
      ? [{ id, patientId: patient.id, reportTypeId: reportType.id, title }]
      : [],
  ),
})

const usePublishReady = (items: readonly InboxItem[]) => {
  const [deselected, setDeselected] = useState<ReadonlySet<number>>(new Set())
  const [outcomes, setOutcomes] = useState<readonly InboxPublishOutcome[]>()
  const [failure, setFailure] = useState<string>()
  // A retry repeats the same request; items published by the first attempt are reported as published.
  const [sent, setSent] = useState<InboxPublishMatched>()
  const { mutate, isPending } = useEndpoint(api.inbox.publishMatched)
  const selected = items.filter(({ id }) => !deselected.has(id))
  const send = (body: InboxPublishMatched) => {
    setSent(body)
    setFailure(undefined)
    mutate(
      { body },
      {
        onSuccess: ({ data }) => setOutcomes(data),
        onError: (error) => {
          setFailure(messageOf(error, FALLBACK.publish))
          toastError(error, FALLBACK.publish)
        },
      },
    )
  }
  return {
    selected,
    outcomes,
    failure,
    isPending,
    /** After a failure the same selection must be sent again. */
    isFixed: isPending || sent !== undefined,
    isSelected: (id: number) => !deselected.has(id),
    toggle: (id: number) => {
      const next = new Set(deselected)
      if (!next.delete(id)) next.add(id)
      setDeselected(next)
    },
    selectAll: () => setDeselected(new Set()),
    selectNone: () => setDeselected(new Set(items.map(({ id }) => id))),
    publish: () => send(sent ?? bodyOf(selected)),
  }
}

interface PublishReadyDialogProps {
  /** Snapshot from when the dialog opened, so that the list does not change before the confirmation. */
  items: readonly InboxItem[]
  onClose: () => void
}

export function PublishReadyDialog({ items, onClose }: PublishReadyDialogProps) {
  const state = usePublishReady(items)
  const { outcomes, isPending } = state
  return (
    <FormModal
      step={outcomes ? 'outcome' : 'question'}
      opened
      onClose={() => !isPending && onClose()}
      title={
        outcomes
          ? texts.outcomeTitle(outcomes.filter(({ outcome }) => outcome === 'published').length)
          : texts.ask
      }
      size="56rem"
    >
      {outcomes ? (
        <Outcomes items={items} outcomes={outcomes} onClose={onClose} />
      ) : (
        <Question items={items} state={state} onClose={onClose} />
      )}
    </FormModal>
  )
}

type QuestionProps = PublishReadyDialogProps & { state: ReturnType<typeof usePublishReady> }

function Question({ items, state, onClose }: QuestionProps) {
  const { selected, failure, isPending, isFixed } = state
  return (
    <>
      {failure && (
        <Box mb="sm">
          <Notice tone="negative" role="alert" title={texts.notSent}>
            <p>{texts.repeatSafely(failure)}</p>
          </Notice>
        </Box>
      )}
      <Text inherit>{texts.hint}</Text>
      <Group justify="space-between" gap="xs" my="sm">
        <Text c="dimmed" size="sm" role="status">
          {texts.selected(selected.length, items.length)}
        </Text>
        {selected.length > 0 ? (
          <Button variant="default" size="xs" disabled={isFixed} onClick={state.selectNone}>
            {texts.selectNone}
          </Button>
        ) : (
          <Button variant="default" size="xs" disabled={isFixed} onClick={state.selectAll}>
            {texts.selectAll}
          </Button>
        )}
      </Group>
      {/* A scroll area must be focusable for keyboard users. */}
      <ul className={classes.list} aria-label={texts.listed} tabIndex={0}>
        {items.map((item) => (
          <li key={item.id}>
            <Checkbox
              label={<ReadyItem item={item} />}
              checked={state.isSelected(item.id)}
              disabled={isFixed}
              onChange={() => state.toggle(item.id)}
            />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {shared.cancel}
        </Button>
        <SubmitButton
          isPending={isPending}
          pendingLabel={words.publishing}
          disabled={selected.length === 0}
          onClick={state.publish}
        >
          {failure ? texts.tryAgain : texts.publishSelected(selected.length)}
        </SubmitButton>
      </DialogActions>
    </>
  )
}

interface OutcomesProps extends PublishReadyDialogProps {
  outcomes: readonly InboxPublishOutcome[]
}

function Outcomes({ items, outcomes, onClose }: OutcomesProps) {
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const isDone = ({ outcome }: InboxPublishOutcome) =>
    outcome === 'published' || outcome === 'awaiting-release'
  const left = outcomes.filter((one) => !isDone(one))
  // Items that need attention come first.
  const sorted = [...left, ...outcomes.filter(isDone)]
  return (
    <>
      {left.length > 0 && (
        <Box mb="sm">
          <Notice tone="warning" title={texts.someLeft(left.length)} />
        </Box>
      )}
      <ul className={classes.list} aria-label={texts.outcomes} tabIndex={0}>
        {sorted.map(({ id, outcome, reportId }) => {
          const item = itemsById.get(id)
          return (
            <li key={id} className={classes.outcome}>
              {item && <ReadyItem item={item} />}
              <StatusBadge tone={outcome === 'published' ? 'positive' : 'warning'}>
                {texts.OUTCOMES[outcome]}
              </StatusBadge>
              {reportId !== null && (
                <AnchorLink
                  to="/user/reports/view/$reportId"
                  params={{ reportId: String(reportId) }}
                  aria-label={`${words.openReport}: ${item?.fileName ?? reportId}`}
                  inherit
                >
                  {words.openReport}
                </AnchorLink>
              )}
            </li>
          )
        })}
      </ul>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {shared.close}
        </Button>
      </DialogActions>
    </>
  )
}

function ReadyItem({ item: { patient, title, reportType, proposal, fileName } }: { item: InboxItem }) {
  if (!patient) return null
  return (
    <span className={classes.row}>
      <span>
        <Text component="bdi" display="block" fw={500}>
          {patient.fullName}
        </Text>
        <Text span display="block" c="dimmed" size="sm">
          {words.born(formatPlainDate(patient.dateOfBirth))}
          {patient.emrId !== null && (
            <>
              {' · '}
              {words.emrId} <Ltr>{patient.emrId}</Ltr>
            </>
          )}
        </Text>
      </span>
      <span>
        <Isolated>{title}</Isolated>
        <Text span display="block" c="dimmed" size="sm">
          <Isolated>{reportType?.title}</Isolated>
          {proposal && ` · ${words.PROPOSALS[proposal]}`}
          {' · '}
          <FileName name={fileName} />
        </Text>
      </span>
    </span>
  )
}
