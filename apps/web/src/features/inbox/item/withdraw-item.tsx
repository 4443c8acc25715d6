import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { FormInput, InboxWithdraw, Report } from '@zelab/contract'
import { inboxWithdrawForm } from '@zelab/contract'
import { WITHDRAWAL_REASONS } from '@zelab/contract/reasons'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useWithdrawFromItem } from '../queries.ts'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors } from '../../../ui/form/field-errors.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { DecisionReason } from './decision-reason.tsx'
import classes from './item-page.module.css'
import type { OpenedItemProps } from './use-decision.ts'
import * as texts from './texts.ts'
import { useDecision } from './use-decision.ts'
import { useItemKeys } from './use-item-keys.ts'

export function WithdrawItem({
  item,
  revision,
  report,
  opened,
  queue,
  onReject,
}: Omit<OpenedItemProps, 'renderNewReportType'> & { report: Report }) {
  const form = useForm<FormInput<typeof inboxWithdrawForm>, unknown, InboxWithdraw>({
    resolver: formResolver(inboxWithdrawForm),
    defaultValues: { reportId: report.id, reason: '', note: '' },
  })
  const { register, control, formState } = form
  const { errors } = formState
  const settle = useUnsavedForm(form, { name: 'inbox withdrawal' })
  const withdraw = useWithdrawFromItem()
  const { failure, decide } = useDecision({ opened, queue })
  const [asked, setAsked] = useState<InboxWithdraw>()
  const isOther = useWatch({ control, name: 'reason' }) === 'other'
  const submit = form.handleSubmit((body) => setAsked(body))
  const confirm = async (body: InboxWithdraw): Promise<void> => {
    const error = await decide({
      send: () => withdraw.mutateAsync({ params: { id: String(item.id) }, query: { revision }, body }),
      onDone: () => {
        settle()
        toastSuccess(texts.wasWithdrawn(report.id))
      },
      fallback: texts.notWithdrawn,
    })
    setAsked(undefined)
    showFieldErrors(error, form)
  }
  useItemKeys({ item, queue, publish: () => !withdraw.isPending && void submit(), reject: onReject })
  return (
    <form className={classes.panel} onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <Notice tone="negative" role="alert" title={texts.notWithdrawn}>
          <p>{failure}</p>
        </Notice>
      )}
      <SectionCard title={texts.reason} subtitle={texts.withdrawHint}>
        <div className={classes.fields}>
          <DecisionReason
            reasons={WITHDRAWAL_REASONS}
            reason={register('reason')}
            note={register('note')}
            isOther={isOther}
            errors={{ reason: errors.reason?.message, note: errors.note?.message }}
          />
        </div>
      </SectionCard>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="md"
          disabled={withdraw.isPending}
          aria-keyshortcuts="r"
          onClick={onReject}
        >
          {texts.reject}
          <Kbd>r</Kbd>
        </Button>
        <SubmitButton
          size="md"
          color="red"
          isPending={withdraw.isPending}
          pendingLabel={texts.withdrawing}
          leftSection={<IconBan size={18} stroke={1.75} />}
          aria-keyshortcuts="Control+Enter"
        >
          {texts.withdraw}
          <Kbd hasModifier>{texts.publishKeys}</Kbd>
        </SubmitButton>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={texts.withdraw}
        message={texts.withdrawHint}
        confirmLabel={texts.withdraw}
        pendingLabel={texts.withdrawing}
        isPending={withdraw.isPending}
        isDangerous
        onConfirm={() => asked && void confirm(asked)}
        onCancel={() => setAsked(undefined)}
      >
        <div className={classes.question}>
          <PatientStrip patient={report.patient} />
        </div>
      </ConfirmDialog>
    </form>
  )
}
