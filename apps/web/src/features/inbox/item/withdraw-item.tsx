import { ReasonFields } from '../../../entities/report/form/report-fields.tsx'
import { Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { InboxWithdraw, Report } from '@zelab/contract'
import { inboxWithdrawForm } from '@zelab/contract'
import { WITHDRAWAL_REASONS } from '@zelab/contract/reasons'
import { useState } from 'react'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors, useSchemaForm } from '../../../ui/form/form-resolver.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { useWithdrawFromItem } from '../queries.ts'
import { DecisionForm } from './decision-form.tsx'
import * as texts from './texts.ts'
import { useDecision, type OpenedItemProps } from './use-decision.ts'

export function WithdrawItem({ report, ...props }: OpenedItemProps & { report: Report }) {
  const { item, revision } = props
  const form = useSchemaForm(inboxWithdrawForm, {
    defaultValues: { reportId: report.id, reason: '', note: '' },
  })
  const settle = useUnsavedForm(form, { name: 'inbox withdrawal' })
  const withdraw = useWithdrawFromItem()
  const { failure, decide } = useDecision(props)
  const [asked, setAsked] = useState<InboxWithdraw>()
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
  return (
    <DecisionForm
      {...props}
      form={form}
      failure={{ title: texts.notWithdrawn, text: failure }}
      submit={{ label: texts.withdraw, pendingLabel: texts.withdrawing, icon: IconTrash, isDangerous: true }}
      isPending={withdraw.isPending}
      onSubmit={setAsked}
      question={
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
          <PatientStrip patient={report.patient} />
        </ConfirmDialog>
      }
    >
      <SectionCard title={texts.reason} subtitle={texts.withdrawHint}>
        <Stack>
          <ReasonFields form={form} reasons={WITHDRAWAL_REASONS} />
        </Stack>
      </SectionCard>
    </DecisionForm>
  )
}
