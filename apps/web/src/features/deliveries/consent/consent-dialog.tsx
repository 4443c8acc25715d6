import { Button } from '@mantine/core'
import type { PatientDelivery, PatientDeliveryChoice } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { useUpdatePatientDelivery } from '../../../lib/queries/deliveries.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import * as words from '../texts.ts'
import { ChoiceFields } from './choice-fields.tsx'
import classes from './patient-sending.module.css'
import * as texts from './texts.ts'

interface ConsentDialogProps {
  patientId: number
  delivery: PatientDelivery
  onClose: () => void
}

const choiceOf = ({ language, consents }: PatientDelivery): PatientDeliveryChoice => {
  const isGiven = (channel: string) => consents.some((one) => one.channel === channel && one.isGiven)
  return { language, consents: { email: isGiven('email'), whatsapp: isGiven('whatsapp') } }
}

/** Changes the language of a patient and records or withdraws consents. */
export function ConsentDialog({ patientId, delivery, onClose }: ConsentDialogProps) {
  const update = useUpdatePatientDelivery(patientId)
  const [choice, setChoice] = useState(() => choiceOf(delivery))
  const isUnchanged = JSON.stringify(choice) === JSON.stringify(choiceOf(delivery))
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    update.mutate(choice, {
      onSuccess: () => {
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => toastError(error),
    })
  }
  return (
    <Dialog
      opened
      onClose={() => !update.isPending && onClose()}
      title={texts.languageAndConsent}
      width="30rem"
      closeOnClickOutside={false}
    >
      <form className={classes.form} onSubmit={save}>
        <ChoiceFields value={choice} onChange={setChoice} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={update.isPending} pendingLabel={words.saving} disabled={isUnchanged}>
            {words.saveChanges}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
