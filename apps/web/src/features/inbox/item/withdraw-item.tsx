import { ReasonFields } from '../../../entities/report/form/report-fields.tsx'
import { Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { InboxWithdraw, ShownReport } from '@zelab/contract'
import { inboxWithdrawForm } from '@zelab/contract'
import { WITHDRAWAL_REASONS } from '@zelab/contract/reasons'
import { useState } from 'react'
import { useReadReport } from '../../../entities/report/queries.ts'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { isRefusal } from '../../../lib/api-error.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showFieldErrors, useSchemaForm } from '../../../ui/form/form-resolver.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { DecisionForm } from './decision-form.tsx'
import * as texts from './texts.ts'
import { useDecision, type OpenedItemProps } from './use-decision.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

export function WithdrawItem({ report, ...props }: OpenedItemProps & { report: ShownReport }) {
  const { item, revision } = props
  const form = useSchemaForm(inboxWithdrawForm, {
    defaultValues: {
      reportId: report.id,
      version: report.version,
      sha256: report.sha256,
      reason: '',
      note: '',
    },
  })
  const readAgain = useReadReport()
  const settle = useUnsavedForm(form, { name: 'inbox withdrawal' })
  const withdraw = useEndpoint(api.inbox.withdraw)
  const { failure, decide } = useDecision(props)
  const [asked, setAsked] = useState<InboxWithdraw>()
  const takeSeen = ({ version, sha256 }: ShownReport) => {
    form.setValue('version', version)
    form.setValue('sha256', sha256)
  }
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
    if (isRefusal(error, 'REPORT_CHANGED')) await readAgain(report.id).then(takeSeen, () => undefined)
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
