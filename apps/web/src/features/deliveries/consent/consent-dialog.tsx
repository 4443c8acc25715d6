import { Button } from '@mantine/core'
import type { PatientDelivery, PatientDeliveryChanges, PatientDeliveryChoice } from '@zelab/contract'
import { CONSENT_CHANNELS } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { useUpdatePatientDelivery } from '../queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
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
  return {
    language,
    consents: { email: isGiven('email'), sms: isGiven('sms'), whatsapp: isGiven('whatsapp') },
  }
}

/** Undefined when nothing has changed. */
const changesBetween = (
  before: PatientDeliveryChoice,
  after: PatientDeliveryChoice,
): PatientDeliveryChanges | undefined => {
  const channels = CONSENT_CHANNELS.filter((channel) => after.consents[channel] !== before.consents[channel])
  const isOtherLanguage = after.language !== before.language
  if (channels.length === 0 && !isOtherLanguage) return undefined
  return {
    ...(isOtherLanguage && { language: after.language }),
    consents: Object.fromEntries(channels.map((channel) => [channel, after.consents[channel]])),
  }
}

export function ConsentDialog({ patientId, delivery, onClose }: ConsentDialogProps) {
  const update = useUpdatePatientDelivery(patientId)
  // Snapshot from when the dialog opened, so that only the user's changes are sent.
  const [before] = useState(() => choiceOf(delivery))
  const [choice, setChoice] = useState(before)
  const changes = changesBetween(before, choice)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!changes) return
    update.mutate(changes, {
      onSuccess: () => {
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => toastError(error),
    })
  }
  return (
    <FormModal
      opened
      isChanged={changes !== undefined}
      onClose={() => !update.isPending && onClose()}
      title={texts.languageAndConsent}
      size="30rem"
    >
      <form className={classes.form} onSubmit={save}>
        <ChoiceFields value={choice} onChange={setChoice} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={update.isPending} pendingLabel={words.saving} disabled={!changes}>
            {words.saveChanges}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
