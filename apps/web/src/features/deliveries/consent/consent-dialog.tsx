import { Button } from '@mantine/core'
import type { FormInput, FormOutput, PatientDelivery } from '@zelab/contract'
import { patientDeliveryBody } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { useUpdatePatientDelivery } from '../../../lib/queries/deliveries.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TickField } from '../../../ui/form/tick-field.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import classes from './patient-sending.module.css'
import * as texts from './texts.ts'
import * as words from '../texts.ts'

interface ConsentDialogProps {
  patientId: number
  delivery: PatientDelivery
  onClose: () => void
}

type Fields = FormInput<typeof patientDeliveryBody>

const isGiven = (delivery: PatientDelivery, channel: 'email' | 'whatsapp') =>
  delivery.consents.some((consent) => consent.channel === channel && consent.isGiven)

/** Changes the language of a patient and records or withdraws consents. */
export function ConsentDialog({ patientId, delivery, onClose }: ConsentDialogProps) {
  const update = useUpdatePatientDelivery(patientId)
  const form = useForm<Fields, unknown, FormOutput<typeof patientDeliveryBody>>({
    resolver: formResolver(patientDeliveryBody),
    defaultValues: {
      language: delivery.language,
      consents: { email: isGiven(delivery, 'email'), whatsapp: isGiven(delivery, 'whatsapp') },
    },
  })
  const settle = useUnsavedForm(form, { name: `sending to patient ${patientId}` })
  const save = form.handleSubmit((checked) =>
    update.mutate(checked, {
      onSuccess: () => {
        settle()
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => toastError(error),
    }),
  )
  return (
    <Dialog
      opened
      onClose={() => !update.isPending && onClose()}
      title={texts.changeSending}
      width="30rem"
      closeOnClickOutside={false}
    >
      <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        <fieldset>
          <legend>{texts.patientLanguage}</legend>
          {(['en', 'ar'] as const).map((language) => (
            <TickField
              key={language}
              type="radio"
              value={language}
              label={words.LANGUAGES[language]}
              {...form.register('language')}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{texts.sendingReports}</legend>
          {(['email', 'whatsapp'] as const).map((channel) => (
            <TickField
              key={channel}
              label={words.CONSENT[channel]}
              {...form.register(`consents.${channel}`)}
            />
          ))}
          <p className={classes.hint}>{texts.consentHint}</p>
        </fieldset>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton
            isPending={update.isPending}
            pendingLabel={words.saving}
            disabled={!form.formState.isDirty}
          >
            {words.saveChanges}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
