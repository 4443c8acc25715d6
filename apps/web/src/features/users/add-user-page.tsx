import { Box } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { CONFIRM } from '@zelab/contract/messages'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PasswordFieldset } from './password-fieldset.tsx'
import * as texts from './texts.ts'
import { useAddUser } from './use-add-user.ts'
import type { RenderNewLabDialog } from './user-fields-form.tsx'
import { UserFieldsForm } from './user-fields-form.tsx'

interface AddUserPageProps {
  renderNewLabDialog: RenderNewLabDialog
}

export function AddUserPage({ renderNewLabDialog }: AddUserPageProps) {
  const { form, isAsking, askedName, isPending, ask, dismiss, create } = useAddUser()
  const isInvitation = useWatch({ control: form.control, name: 'way' }) === 'invitation'
  return (
    <Box maw="var(--form-width)">
      <PageHeader title={texts.addUser} subtitle={texts.addUserSubtitle} backTo="/user/users" />
      <UserFieldsForm
        form={form}
        onSubmit={ask}
        isPending={isPending}
        submitLabel={isInvitation ? texts.sendInvitation : texts.createUser}
        pendingLabel={isInvitation ? texts.sendingInvitation : texts.creatingUser}
        renderNewLabDialog={renderNewLabDialog}
      >
        <PasswordFieldset form={form} />
      </UserFieldsForm>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.askAddUser}
        message={CONFIRM.addUser(askedName)}
        confirmLabel={isInvitation ? texts.sendInvitation : texts.addUser}
        onConfirm={() => void create()}
        onCancel={dismiss}
      />
    </Box>
  )
}
