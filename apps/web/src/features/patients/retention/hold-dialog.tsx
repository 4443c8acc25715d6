import { Textarea } from '@mantine/core'
import { TEXT_MAX_LENGTH } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { PatientHead } from '../../../entities/patient/patient-head.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../../ui/form/form-resolver.ts'
import { useChangeHold } from '../queries.ts'
import * as texts from '../texts.tsx'

interface HoldDialogProps {
  patientId: number
  isHeld: boolean
  onClose: () => void
}

export function HoldDialog({ patientId, isHeld, onClose }: HoldDialogProps) {
  const change = useChangeHold(patientId, isHeld ? 'liftHold' : 'placeHold')
  const form = useForm({ defaultValues: { reason: '' } })
  return (
    <FormDialog
      head={<PatientHead patientId={patientId} />}
      form={form}
      name="hold"
      title={isHeld ? texts.askLiftHold : texts.askPlaceHold}
      lead={isHeld ? texts.liftHoldHint : texts.placeHoldHint}
      size="md"
      success={isHeld ? SUCCESS.holdLifted : SUCCESS.holdPlaced}
      submitLabel={isHeld ? texts.liftHold : texts.placeHold}
      onSave={(reason) => change.mutateAsync(reason)}
      onClose={onClose}
    >
      <Textarea
        label={texts.reason}
        maxLength={TEXT_MAX_LENGTH}
        autosize
        minRows={2}
        required
        data-autofocus
        {...fieldProps(form, 'reason')}
      />
    </FormDialog>
  )
}
