import { Button, Modal, TextInput } from '@mantine/core'
import { allowMessageBody } from '@zelab/contract'
import { useForm } from 'react-hook-form'
import { useAllowMessage } from '../../entities/critical/queries.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { formResolver } from '../../ui/form/form-resolver.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import classes from './critical.module.css'
import * as texts from './texts.ts'

interface SendAnywayDialogProps {
  reportId: number
  onClose: () => void
}

export function SendAnywayDialog({ reportId, onClose }: SendAnywayDialogProps) {
  const allow = useAllowMessage(reportId)
  const form = useForm({ resolver: formResolver(allowMessageBody), defaultValues: { reason: '' } })
  const submit = form.handleSubmit(({ reason }) =>
    allow.mutate(reason, {
      onSuccess: () => {
        toastSuccess(texts.sent)
        onClose()
      },
      onError: (error) => showRefusal(error, form),
    }),
  )
  return (
    <Modal
      opened
      onClose={() => !allow.isPending && onClose()}
      title={texts.sendAnywayOf}
      closeOnClickOutside={false}
    >
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.none}>{texts.sendAnywayMessage}</p>
        <TextInput
          label={texts.reason}
          required
          autoComplete="off"
          data-autofocus
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={allow.isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={allow.isPending} pendingLabel={texts.sending}>
            {texts.send}
          </SubmitButton>
        </div>
      </form>
    </Modal>
  )
}
