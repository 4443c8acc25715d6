import { useNavigate } from '@tanstack/react-router'
import type { PatientRow, ShownReport } from '@zelab/contract'
import { withdrawReportForm } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { isRefusal, messageOf } from '../../../lib/api-error.ts'
import { useReadReport } from '../../../entities/report/queries.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { RightPatientCheck } from './right-patient-check.tsx'
import * as texts from '../texts.tsx'
import type { WithdrawFields, Withdrawal } from './withdraw-form.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

interface WithdrawDialogProps {
  report: ShownReport
  onClose: () => void
}

const FAILED = texts.withdrawFailed

export function WithdrawDialog({ report: opened, onClose }: WithdrawDialogProps) {
  const navigate = useNavigate()
  const withdraw = useEndpoint(api.reports.withdraw)
  const reassign = useEndpoint(api.reports.reassign)
  const readAgain = useReadReport()
  /** The version that the user decides about; another one is shown with the refusal. */
  const [report, setReport] = useState(opened)
  const { version, sha256 } = report
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
      // If this fails, the next attempt is refused again.
      if (isRefusal(error, 'REPORT_CHANGED')) await readAgain(report.id).then(setReport, () => undefined)
    }
  }
  const withdrawOnly = ({ reason, note }: Withdrawal) =>
    attempt(async () => {
      await withdraw.mutateAsync({ params, body: { reason, note, version, sha256 } })
      toastSuccess(SUCCESS.reportWithdrawn)
      onClose()
    })
  const exchange = ({ patient, note }: NonNullable<typeof checked>, movesVisit: boolean) =>
    attempt(async () => {
      const body = { patientId: patient.id, note, version, sha256, ...(movesVisit && { moveVisit: true }) }
      const { data, message } = await reassign.mutateAsync({ params, body })
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
          key={`${checked.patient.id}-${report.version}`}
          report={report}
          right={checked.patient}
          failure={failure}
          isPending={isPending}
          onBack={() => {
            setFailure(undefined)
            setChecked(undefined)
          }}
          onConfirm={(movesVisit) => void exchange(checked, movesVisit)}
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
