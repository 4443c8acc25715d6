import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { allowMessageForm, FormOutput, returnReportForm } from '@zelab/contract'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import * as texts from '../texts.ts'
import { showRefusal } from './field-errors.ts'
import { FormModal } from './form-modal.tsx'
import { formResolver } from './form-resolver.ts'
import { SubmitButton } from './submit-button.tsx'
import { useUnsavedForm } from './unsaved-form.ts'

type Schema = typeof allowMessageForm | typeof returnReportForm

interface ReasonDialogProps {
  title: string
  hint: string
  label: string
  confirmLabel: string
  pendingLabel: string
  schema: Schema
  /** Closes the dialog when it succeeds; a refusal is shown at the field. */
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a reason of free text. */
export function ReasonDialog({ title, onClose, ...props }: ReasonDialogProps) {
  const id = useId()
  return (
    <FormModal id={id} opened onClose={onClose} title={title}>
      <ReasonForm {...props} hintId={`${id}-body`} name={title} onClose={onClose} />
    </FormModal>
  )
}

function ReasonForm({
  hint,
  hintId,
  name,
  label,
  confirmLabel,
  pendingLabel,
  schema,
  onConfirm,
  onClose,
}: Omit<ReasonDialogProps, 'title'> & { hintId: string; name: string }) {
  const form = useForm<{ reason: string }, unknown, FormOutput<Schema>>({
    resolver: formResolver(schema),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const settle = useUnsavedForm(form, { name })
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason)
      settle()
    } catch (error) {
      showRefusal(error, form)
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text id={hintId} size="sm" c="var(--secondary)">
          {hint}
        </Text>
        <Textarea
          label={label}
          required
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isSubmitting}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={isSubmitting} pendingLabel={pendingLabel}>
            {confirmLabel}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
