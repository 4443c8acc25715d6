import { Button, Group, Text, Textarea } from '@mantine/core'
import { TEXT_MAX_LENGTH } from '@zelab/contract/limits'
import { SUCCESS } from '@zelab/contract/messages'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { useChangeHold } from '../queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { useUnsavedInput } from '../../../ui/form/unsaved-form.ts'
import * as texts from '../texts.tsx'

interface HoldDialogProps {
  patientId: number
  isHeld: boolean
  onClose: () => void
}

export function HoldDialog({ patientId, isHeld, onClose }: HoldDialogProps) {
  const change = useChangeHold(patientId, isHeld ? 'liftHold' : 'placeHold')
  const [reason, setReason] = useState('')
  useUnsavedInput({
    name: 'hold',
    read: () => (reason.trim() === '' ? undefined : { values: { reason } }),
    restore: ({ values }) => setReason(String(values.reason)),
  })
  const title = isHeld ? texts.askLiftHold : texts.askPlaceHold
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(reason, {
      onSuccess() {
        toastSuccess(isHeld ? SUCCESS.holdLifted : SUCCESS.holdPlaced)
        onClose()
      },
    })
  }
  return (
    <FormModal opened onClose={() => !change.isPending && onClose()} title={title}>
      <form onSubmit={submit} noValidate>
        <Text mb="md">{isHeld ? texts.liftHoldHint : texts.placeHoldHint}</Text>
        <Textarea
          label={texts.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={TEXT_MAX_LENGTH}
          error={change.error && messageOf(change.error)}
          autosize
          minRows={2}
          required
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton isPending={change.isPending} pendingLabel={texts.saving}>
            {isHeld ? texts.liftHold : texts.placeHold}
          </SubmitButton>
        </Group>
      </form>
    </FormModal>
  )
}
