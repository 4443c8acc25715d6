import { Button } from '@mantine/core'
import type { Lab } from '@zelab/contract'
import { useWatch } from 'react-hook-form'
import { CONFIRM } from '@zelab/contract/messages'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useGoBack } from '../../ui/go-back.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import classes from './add-user-page.module.css'
import { PasswordFieldset } from './password-fieldset.tsx'
import { useAddUser } from './use-add-user.ts'
import { UserFieldset } from './user-fieldset.tsx'

interface NewLabDialog {
  isOpen: boolean
  onClose: () => void
  onCreated: (lab: Lab) => void
}

/** The form for a lab that is not there yet, which belongs to the labs. */
export type RenderNewLabDialog = (dialog: NewLabDialog) => ReactNode

interface AddUserPageProps {
  renderNewLabDialog: RenderNewLabDialog
}

export function AddUserPage({ renderNewLabDialog }: AddUserPageProps) {
  const { form, isAsking, askedName, isPending, ask, dismiss, create } = useAddUser()
  const [isAddingLab, setIsAddingLab] = useState(false)
  const isInvitation = useWatch({ control: form.control, name: 'way' }) === 'invitation'
  const goBack = useGoBack('/user/users')
  return (
    <div className={classes.page}>
      <PageHeader title="Add User" subtitle="A new account for a member of staff" backTo="/user/users" />
      <form className={classes.form} onSubmit={(event) => void ask(event)} noValidate>
        <UserFieldset form={form} onCreateLab={() => setIsAddingLab(true)} />
        <PasswordFieldset form={form} />
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={goBack} disabled={isPending}>
            Cancel
          </Button>
          <SubmitButton
            size="md"
            isPending={isPending}
            pendingLabel={isInvitation ? 'Sending Invitation...' : 'Creating User...'}
          >
            {isInvitation ? 'Send Invitation' : 'Create User'}
          </SubmitButton>
        </div>
      </form>
      {renderNewLabDialog({
        isOpen: isAddingLab,
        onClose: () => setIsAddingLab(false),
        onCreated: (lab) =>
          form.setValue('labId', String(lab.id), { shouldDirty: true, shouldValidate: true }),
      })}
      <ConfirmDialog
        isOpen={isAsking}
        title="Add user"
        message={CONFIRM.addUser(askedName)}
        confirmLabel={isInvitation ? 'Send Invitation' : 'Add User'}
        onConfirm={() => void create()}
        onCancel={dismiss}
      />
    </div>
  )
}
