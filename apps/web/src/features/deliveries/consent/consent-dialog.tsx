import type { PatientDelivery, PatientDeliveryChanges, PatientDeliveryChoice } from '@zelab/contract'
import { CONSENT_CHANNELS } from '@zelab/contract/limits'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { PatientHead } from '../../../entities/patient/patient-head.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useUpdatePatientDelivery } from '../queries.ts'
import { ChoiceFields } from './choice-fields.tsx'
import * as texts from './texts.ts'

interface ConsentDialogProps {
  patientId: number
  delivery: PatientDelivery
  onClose: () => void
}

const choiceOf = ({ language, consents }: PatientDelivery): PatientDeliveryChoice => {
  const isGiven = (channel: string) => consents.some((one) => one.channel === channel && one.isGiven)
  return {
    language,
    consents: { email: isGiven('email'), sms: isGiven('sms'), whatsapp: isGiven('whatsapp') },
  }
}

const changesBetween = (
  before: PatientDeliveryChoice,
  after: PatientDeliveryChoice,
): PatientDeliveryChanges => {
  const channels = CONSENT_CHANNELS.filter((channel) => after.consents[channel] !== before.consents[channel])
  return {
    ...(after.language !== before.language && { language: after.language }),
    consents: Object.fromEntries(channels.map((channel) => [channel, after.consents[channel]])),
  }
}

export function ConsentDialog({ patientId, delivery, onClose }: ConsentDialogProps) {
  const update = useUpdatePatientDelivery(patientId)
  // Snapshot from when the dialog opened, so that only the user's changes are sent.
  const [before] = useState(() => choiceOf(delivery))
  const form = useForm({ defaultValues: { choice: before } })
  return (
    <FormDialog
      head={<PatientHead patientId={patientId} />}
      form={form}
      title={texts.languageAndConsent}
      size="30rem"
      needsChange
      onSave={({ choice }) => update.mutateAsync(changesBetween(before, choice))}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="choice"
        render={({ field: { value, onChange } }) => <ChoiceFields value={value} onChange={onChange} />}
      />
    </FormDialog>
  )
}
