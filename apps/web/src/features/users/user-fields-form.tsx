import { Button } from '@mantine/core'
import type { Lab } from '@zelab/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useGoBack } from '../../ui/actions/go-back.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import classes from './add-user-page.module.css'
import * as texts from './texts.ts'
import type { UserForm } from './user-form.ts'
import { UserFieldset } from './user-fieldset.tsx'

interface NewLabDialog {
  onClose: () => void
  onCreated: (lab: Lab) => void
}

/** Renders the dialog for a new lab, which belongs to another feature. */
export type RenderNewLabDialog = (dialog: NewLabDialog) => ReactNode

interface UserFieldsFormProps {
  form: UserForm
  onSubmit: () => Promise<void>
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
  const goBack = useGoBack('/user/users')
  return (
    <>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
        noValidate
      >
        <UserFieldset
          form={form}
          onCreateLab={() => setIsAddingLab(true)}
          fixedTypeNote={props.fixedTypeNote}
        />
        {props.children}
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={goBack} disabled={isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton
            size="md"
            isPending={isPending}
            pendingLabel={props.pendingLabel}
            disabled={isUnchanged}
          >
            {props.submitLabel}
          </SubmitButton>
        </div>
      </form>
      {isAddingLab &&
        renderNewLabDialog({
          onClose: () => setIsAddingLab(false),
          onCreated: (lab) =>
            form.setValue('labId', String(lab.id), { shouldDirty: true, shouldValidate: true }),
        })}
    </>
  )
}
