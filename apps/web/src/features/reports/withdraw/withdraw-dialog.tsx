import { useNavigate } from '@tanstack/react-router'
import type { PatientRow, Report } from '@zelab/contract'
import { withdrawReportForm } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { useReassignReport, useWithdrawReport } from '../../../entities/report/queries.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { RightPatientCheck } from './right-patient-check.tsx'
import * as texts from '../texts.tsx'
import type { WithdrawFields, Withdrawal } from './withdraw-form.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

interface WithdrawDialogProps {
  report: Report
  onClose: () => void
}

const FAILED = texts.withdrawFailed

export function WithdrawDialog({ report, onClose }: WithdrawDialogProps) {
  const navigate = useNavigate()
  const withdraw = useWithdrawReport()
  const reassign = useReassignReport()
  const [failure, setFailure] = useState<string>()
  // Selected, before the confirmation.
  const [checked, setChecked] = useState<{ patient: PatientRow; note: string | undefined }>()
  const form = useForm<WithdrawFields, unknown, Withdrawal>({
    resolver: formResolver(withdrawReportForm),
    defaultValues: { reason: '', note: '', isReassigning: true, rightPatient: undefined },
  })
  const settle = useUnsavedForm(form, { name: 'withdrawal' })
  const isPending = withdraw.isPending || reassign.isPending
  const params = { id: String(report.id) }

  const attempt = async (call: () => Promise<void>) => {
    setFailure(undefined)
    try {
      await call()
    } catch (error) {
      setFailure(messageOf(error, FAILED))
      toastError(error, FAILED, { isSilent: true })
    }
  }
  const withdrawOnly = ({ reason, note }: Withdrawal) =>
    attempt(async () => {
      await withdraw.mutateAsync({ params, body: { reason, note } })
      toastSuccess(SUCCESS.reportWithdrawn)
      onClose()
    })
  const exchange = ({ patient, note }: NonNullable<typeof checked>) =>
    attempt(async () => {
      const { data, message } = await reassign.mutateAsync({ params, body: { patientId: patient.id, note } })
      settle()
      toastSuccess(message)
      onClose()
      if ('unreleasedId' in data)
        return navigate({ to: '/user/release/$id', params: { id: String(data.unreleasedId) } })
      await navigate({ to: '/user/reports/view/$reportId', params: { reportId: String(data.id) } })
    })

  return (
    <FormModal
      step={checked ? 'check' : 'form'}
      opened
      onClose={() => !isPending && onClose()}
      title={checked ? texts.publishForRight : texts.askWithdraw}
      size="38.75rem"
    >
      {checked ? (
        <RightPatientCheck
          report={report}
          right={checked.patient}
          failure={failure}
          isPending={isPending}
          onBack={() => {
            setFailure(undefined)
            setChecked(undefined)
          }}
          onConfirm={() => void exchange(checked)}
          onChoose={(patient) => setChecked({ ...checked, patient })}
        />
      ) : (
        <WithdrawForm
          report={report}
          form={form}
          failure={failure}
          isPending={isPending}
          onCancel={onClose}
          onWithdraw={withdrawOnly}
          onPatientChosen={(patient, note) => setChecked({ patient, note })}
        />
      )}
    </FormModal>
  )
}
