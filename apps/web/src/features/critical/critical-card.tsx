import { Button } from '@mantine/core'
import { IconFlag, IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { allowMessageBody, removeFlagBody, type CriticalResult } from '@zelab/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import {
  criticalOfQuery,
  useAllowMessage,
  useFlagCritical,
  useRemoveFlag,
  type CriticalSubject,
} from '../../entities/critical/queries.ts'
import { TimeLeft } from '../../entities/critical/time-left.tsx'
import { useCan } from '../../lib/session-store.ts'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as words from '../../entities/critical/texts.ts'
import { CallList } from './call-list.tsx'
import classes from './critical.module.css'
import * as texts from './texts.ts'

const CallDialog = lazy(async () => ({ default: (await import('./call-dialog.tsx')).CallDialog }))
const ReasonDialog = lazy(async () => ({
  default: (await import('../../ui/form/reason-dialog.tsx')).ReasonDialog,
}))

interface CriticalCardProps {
  subject: CriticalSubject
  /** Nothing more is flagged or called: the report was withdrawn, or discarded. */
  isEnded: boolean
}

/** The clock of a critical report with its calls; for another report only the button that flags it. */
export function CriticalCard({ subject, isEnded }: CriticalCardProps) {
  const may = useCan()
  const { data, error, isFetching, refetch } = useQuery(criticalOfQuery(subject))
  const [dialog, setDialog] = useState<'call' | 'send' | 'flag' | 'remove'>()
  const card = useRef<HTMLDivElement>(null)
  const flagging = useFlagCritical(subject)
  const reportId = 'reportId' in subject ? subject.reportId : undefined
  const number = 'reportId' in subject ? `#${subject.reportId}` : `A-${subject.unreleasedId}`
  const allow = useAllowMessage(reportId ?? 0)
  const mayEdit = may('critical:edit') && !isEnded
  const close = () => {
    setDialog(undefined)
    // The button that opened the dialog may be gone.
    card.current?.querySelector('button')?.focus()
  }
  if (error && !data)
    return (
      <SectionCard title={texts.criticalResult}>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </SectionCard>
    )
  if (!data?.isUsed || (data.results.length === 0 && !mayEdit)) return null
  const [current, ...earlier] = data.results
  const isOpen = current?.closed === null
  return (
    <div className={classes.place} ref={card}>
      <SectionCard
        title={texts.criticalResult}
        actions={
          <>
            {current && reportId !== undefined && (
              <ButtonLink
                size="xs"
                variant="default"
                to="/user/critical/$reportId"
                params={{ reportId: String(reportId) }}
              >
                {texts.callRecord}
              </ButtonLink>
            )}
            {isOpen && reportId !== undefined && !current.messageAllowed && may('critical:allow-message') && (
              <Button size="xs" variant="default" onClick={() => setDialog('send')}>
                {texts.sendAnyway}
              </Button>
            )}
            {mayEdit &&
              (isOpen ? (
                <Button
                  size="xs"
                  leftSection={<IconPhoneCall size={16} stroke={1.75} />}
                  onClick={() => setDialog('call')}
                >
                  {texts.recordCall}
                </Button>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconFlag size={16} stroke={1.75} />}
                  onClick={() => setDialog('flag')}
                >
                  {current ? texts.flagAgain : texts.flag}
                </Button>
              ))}
          </>
        }
      >
        {current ? (
          <Result result={current} isPublished={reportId !== undefined} />
        ) : (
          <p className={classes.none}>{texts.notFlagged}</p>
        )}
        {isOpen && may('critical:remove-flag') && !isEnded && (
          <p>
            <Button size="xs" variant="default" onClick={() => setDialog('remove')}>
              {texts.removeFlag}
            </Button>
          </p>
        )}
        {earlier.map((result) => (
          <section key={result.id} aria-label={texts.earlier}>
            <Result result={result} isPublished={reportId !== undefined} />
          </section>
        ))}
      </SectionCard>
      <Suspense fallback={null}>
        {dialog === 'call' && (
          <CallDialog subject={subject} number={number} referrer={data.referrer} onClose={close} />
        )}
        {dialog === 'send' && (
          <ReasonDialog
            title={texts.sendAnywayOf}
            hint={texts.sendAnywayMessage}
            label={texts.reason}
            confirmLabel={texts.send}
            pendingLabel={texts.sending}
            schema={allowMessageBody}
            onConfirm={async (reason) => {
              await allow.mutateAsync(reason)
              toastSuccess(texts.sent)
              close()
            }}
            onClose={close}
          />
        )}
        {dialog === 'remove' && current && <RemoveFlagDialog criticalId={current.id} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        isOpen={dialog === 'flag'}
        title={texts.askFlag(number)}
        message={texts.flagMessage}
        confirmLabel={texts.flag}
        pendingLabel={texts.flagging}
        isPending={flagging.isPending}
        onConfirm={() =>
          flagging.mutate(undefined, {
            onSuccess: () => toastSuccess(texts.flagged),
            onError: (failure) => toastError(failure),
            onSettled: close,
          })
        }
        onCancel={close}
      />
    </div>
  )
}

function RemoveFlagDialog({ criticalId, onClose }: { criticalId: number; onClose: () => void }) {
  const remove = useRemoveFlag(criticalId)
  return (
    <ReasonDialog
      title={texts.askRemoveFlag}
      hint={texts.removeFlagMessage}
      label={texts.reason}
      confirmLabel={texts.confirmRemoveFlag}
      pendingLabel={texts.removingFlag}
      schema={removeFlagBody}
      onConfirm={async (reason) => {
        await remove.mutateAsync(reason)
        toastSuccess(texts.flagRemoved)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** @param isPublished the patient may get messages about it */
function Result({ result, isPublished }: { result: CriticalResult; isPublished: boolean }) {
  const { closed, cause, flaggedAt, flaggedBy, targetMinutes, escalations, informedAt, messageAllowed } =
    result
  return (
    <>
      <p className={classes.state}>
        {closed === null ? (
          <TimeLeft dueAt={result.dueAt} />
        ) : (
          <StatusBadge tone={closed.as === 'read-back' ? 'positive' : 'neutral'}>
            {texts.CLOSINGS[closed.as]}
            {informedAt && ` ${texts.after(words.span(Date.parse(informedAt) - Date.parse(flaggedAt)))}`}
          </StatusBadge>
        )}
        <span className={classes.facts}>
          {texts.CAUSES[cause]} <RelativeTime at={flaggedAt} /> {texts.by} <bdi>{flaggedBy.fullName}</bdi> ·{' '}
          {texts.target(targetMinutes)}
          {escalations > 0 && ` · ${texts.escalated(escalations)}`}
        </span>
      </p>
      {closed?.reason && (
        <p className={classes.facts} dir="auto">
          {closed.reason} (<bdi>{closed.by?.fullName}</bdi>)
        </p>
      )}
      {closed === null && isPublished && (
        <p className={classes.facts}>
          {messageAllowed ? (
            <>
              {texts.messageAllowed} <bdi>{messageAllowed.reason}</bdi> (
              <bdi>{messageAllowed.by.fullName}</bdi>)
            </>
          ) : (
            texts.patientWaits
          )}
        </p>
      )}
      <CallList calls={result.calls} />
    </>
  )
}
