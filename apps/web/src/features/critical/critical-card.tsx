import { Box, Button, Group } from '@mantine/core'
import { IconFlag, IconPhoneCall } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { allowMessageForm, removeFlagForm } from '@zelab/contract'
import { useRef, useState } from 'react'
import {
  criticalOfQuery,
  useAllowMessage,
  useFlagCritical,
  useRemoveFlag,
  type CriticalSubject,
} from '../../entities/critical/queries.ts'
import { PatientStrip, type StripPatient } from '../../entities/patient/patient-strip.tsx'
import { useUsesCritical } from '../../lib/app-data-store.ts'
import { useCan } from '../../lib/session-store.ts'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { contactsOf } from './call-contacts.ts'
import { CriticalResultView } from './critical-result.tsx'
import * as texts from './texts.ts'
import { CallDialog } from './call-dialog.tsx'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'

interface CriticalCardProps {
  patient: StripPatient
  subject: CriticalSubject
  /** Nothing more is flagged or called: the report was withdrawn, or discarded. */
  isEnded: boolean
}

/** The critical result of a report, in labs that use it. */
export function CriticalOf(props: CriticalCardProps) {
  return useUsesCritical() ? <CriticalCard {...props} /> : null
}

/** The clock of a critical report with its calls; for another report only the button that flags it. */
function CriticalCard({ patient, subject, isEnded }: CriticalCardProps) {
  const may = useCan()
  const { data, error, isFetching, refetch } = useQuery(criticalOfQuery(subject))
  const [dialog, setDialog] = useState<'call' | 'send' | 'flag' | 'remove'>()
  // A decision is about what the page showed when its dialog opened.
  const [decided, setDecided] = useState(subject)
  const open = (kind: typeof dialog) => {
    setDecided(subject)
    setDialog(kind)
  }
  const card = useRef<HTMLDivElement>(null)
  const flagging = useFlagCritical()
  const reportId = 'reportId' in subject ? subject.reportId : undefined
  const number = 'reportId' in subject ? `#${subject.reportId}` : `A-${subject.unreleasedId}`
  const allow = useAllowMessage()
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
  const isReadBack = current?.closed?.as === 'read-back'
  const isAllowed = current?.messageAllowed?.isEnded === false
  const flag = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFlag size={16} stroke={1.75} />}
      onClick={() => open('flag')}
    >
      {current ? texts.flagAgain : texts.flag}
    </Button>
  )
  return (
    <Box mb="md" ref={card}>
      {current ? (
        <SectionCard
          title={texts.criticalResult}
          actions={
            <>
              {reportId !== undefined && (
                <ButtonLink
                  size="xs"
                  variant="default"
                  to="/user/critical/$reportId"
                  params={{ reportId: String(reportId) }}
                >
                  {texts.callRecord}
                </ButtonLink>
              )}
              {isOpen &&
                reportId !== undefined &&
                !isEnded &&
                !isAllowed &&
                may('critical:allow-message') && (
                  <Button size="xs" variant="default" onClick={() => open('send')}>
                    {texts.sendAnyway}
                  </Button>
                )}
              {mayEdit && !isOpen && flag}
              {mayEdit && (isOpen || isReadBack) && (
                <Button
                  size="xs"
                  {...(!isOpen && { variant: 'default' })}
                  leftSection={<IconPhoneCall size={16} stroke={1.75} />}
                  onClick={() => open('call')}
                >
                  {isOpen ? texts.recordCall : texts.recordFurtherCall}
                </Button>
              )}
            </>
          }
        >
          <CriticalResultView result={current} isPublished={reportId !== undefined} />
          {isOpen && may('critical:remove-flag') && !isEnded && (
            <Button size="xs" variant="default" onClick={() => open('remove')}>
              {texts.removeFlag}
            </Button>
          )}
          {earlier.map((result) => (
            <section key={result.id} aria-label={texts.earlier}>
              <CriticalResultView result={result} isPublished={reportId !== undefined} />
            </section>
          ))}
        </SectionCard>
      ) : (
        <Group justify="flex-end">{flag}</Group>
      )}
      {dialog === 'call' && (
        <CallDialog
          patient={patient}
          subject={subject}
          number={number}
          isOpen={isOpen}
          contacts={contactsOf(data.referrer, data.results[0]?.calls ?? [])}
          onClose={close}
        />
      )}
      {dialog === 'send' && 'reportId' in decided && (
        <ReasonDialog
          head={<PatientStrip patient={patient} />}
          title={texts.sendAnywayOf}
          hint={texts.sendAnywayMessage}
          label={texts.reason}
          confirmLabel={texts.send}
          pendingLabel={texts.sending}
          schema={allowMessageForm}
          onConfirm={async (reason) => {
            await allow.mutateAsync({ reason, subject: decided })
            toastSuccess(texts.sent)
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'remove' && current && (
        <RemoveFlagDialog criticalId={current.id} patient={patient} subject={decided} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={dialog === 'flag'}
        title={texts.askFlag(number)}
        head={<PatientStrip patient={patient} />}
        message={texts.flagMessage}
        confirmLabel={texts.flag}
        pendingLabel={texts.flagging}
        isPending={flagging.isPending}
        onConfirm={() =>
          flagging.mutate(decided, {
            onSuccess: () => toastSuccess(texts.flagged),
            onError: (failure) => toastError(failure),
            onSettled: close,
          })
        }
        onCancel={close}
      />
    </Box>
  )
}

interface RemoveFlagDialogProps {
  criticalId: number
  patient: StripPatient
  subject: CriticalSubject
  onClose: () => void
}

function RemoveFlagDialog({ criticalId, patient, subject, onClose }: RemoveFlagDialogProps) {
  const remove = useRemoveFlag(criticalId)
  return (
    <ReasonDialog
      head={<PatientStrip patient={patient} />}
      title={texts.askRemoveFlag}
      hint={texts.removeFlagMessage}
      label={texts.reason}
      confirmLabel={texts.confirmRemoveFlag}
      pendingLabel={texts.removingFlag}
      schema={removeFlagForm}
      onConfirm={async (reason) => {
        await remove.mutateAsync({ reason, subject })
        toastSuccess(texts.flagRemoved)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
