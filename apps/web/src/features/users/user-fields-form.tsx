import { Button, Group, Stack } from '@mantine/core'
import type { Lab } from '@zelab/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useGoBack } from '../../ui/actions/go-back.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import type { SubmitHandler } from 'react-hook-form'
import * as words from '../../ui/texts.ts'
import type { CheckedUser, UserForm } from './user-form.ts'
import { UserFieldset } from './user-fieldset.tsx'

interface NewLabDialog {
  onClose: () => void
  onCreated: (lab: Lab) => void
}

/** Renders the dialog for a new lab, which belongs to another feature. */
export type RenderNewLabDialog = (dialog: NewLabDialog) => ReactNode

interface UserFieldsFormProps {
  form: UserForm
  onSubmit: SubmitHandler<CheckedUser>
  isPending: boolean
  submitLabel: string
  pendingLabel: string
  /** True when there is nothing to save. */
  isUnchanged?: boolean
  fixedTypeNote?: string | undefined
  renderNewLabDialog: RenderNewLabDialog
  children?: ReactNode
}

export function UserFieldsForm(props: UserFieldsFormProps) {
  const { form, onSubmit, isPending, isUnchanged = false, renderNewLabDialog } = props
  const [isAddingLab, setIsAddingLab] = useState(false)
  const [createdLab, setCreatedLab] = useState<number>()
  const goBack = useGoBack('/user/users')
  return (
    <>
      <form onSubmit={(event) => void form.handleSubmit(onSubmit)(event)} noValidate>
        <Stack>
          <UserFieldset
            form={form}
            onCreateLab={() => setIsAddingLab(true)}
            createdLab={createdLab}
            fixedTypeNote={props.fixedTypeNote}
          />
          {props.children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="md" onClick={goBack} disabled={isPending}>
              {words.cancel}
            </Button>
            <SubmitButton
              size="md"
              isPending={isPending}
              pendingLabel={props.pendingLabel}
              disabled={isUnchanged}
            >
              {props.submitLabel}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
      {isAddingLab &&
        renderNewLabDialog({
          onClose: () => setIsAddingLab(false),
          onCreated: ({ id }) => {
            setCreatedLab(id)
            form.setValue('labId', String(id), { shouldDirty: true, shouldValidate: true })
          },
        })}
    </>
  )
}
