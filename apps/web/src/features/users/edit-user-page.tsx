import { Box, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { StaffMember } from '@zelab/contract'
import { isNotFound } from '../../lib/api-error.ts'
import { userQuery } from '../../lib/queries/users.ts'
import { readWholeNumber } from '../../lib/search-params.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ReauthenticationDialog } from '../../entities/identity/reauthentication-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StatusPage } from '../../ui/feedback/status-page.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'
import { useEditUser } from './use-edit-user.ts'
import type { RenderNewLabDialog } from './user-fields-form.tsx'
import { UserFieldsForm } from './user-fields-form.tsx'
import { UserStatus } from './user-cells.tsx'

interface EditUserPageProps {
  renderNewLabDialog: RenderNewLabDialog
}

export function EditUserPage({ renderNewLabDialog }: EditUserPageProps) {
  const { userId } = useParams({ from: '/_shell/user/users/edit/$userId' })
  const id = readWholeNumber(userId)
  if (id === undefined) return <UserNotFound />
  return <EditUser key={id} id={id} renderNewLabDialog={renderNewLabDialog} />
}

function UserNotFound() {
  return (
    <StatusPage title={texts.userNotFound} backTo="/user/users">
      <p>{texts.noSuchUser}</p>
    </StatusPage>
  )
}

function EditUser({ id, renderNewLabDialog }: EditUserPageProps & { id: number }) {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery(id))
  if (error && isNotFound(error)) return <UserNotFound />
  return (
    <Box maw="var(--form-width)">
      <PageHeader
        title={texts.editUser}
        subtitle={
          user?.fullName ?? <Skeleton component="span" display="block" height="0.875rem" width="9rem" />
        }
        backTo="/user/users"
        aside={user && <UserStatus user={user} />}
      />
      {user ? (
        <EditForm user={user} renderNewLabDialog={renderNewLabDialog} />
      ) : error ? (
        <Sheet>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Sheet>
      ) : (
        <Skeleton height="33rem" radius="lg" role="status" aria-label={texts.loadingUser} />
      )}
    </Box>
  )
}

function EditForm({ user, renderNewLabDialog }: EditUserPageProps & { user: StaffMember }) {
  const { form, isMyself, question, isPending, submit, dismiss, confirm, confirmAsMyself } = useEditUser(user)
  return (
    <>
      <UserFieldsForm
        form={form}
        onSubmit={submit}
        isPending={isPending}
        submitLabel={words.saveChanges}
        pendingLabel={words.saving}
        isUnchanged={!form.formState.isDirty}
        fixedTypeNote={
          isMyself
            ? texts.ownTypeNote
            : user.roleGivenBy === null
              ? undefined
              : texts.givenTypeNote(user.roleGivenBy)
        }
        renderNewLabDialog={renderNewLabDialog}
      />
      {question.isOpen && isMyself && (
        <ReauthenticationDialog
          title={texts.askSaveChanges}
          text={question.message}
          confirmLabel={words.saveChanges}
          onConfirm={confirmAsMyself}
          onCancel={dismiss}
        />
      )}
      <ConfirmDialog
        isOpen={question.isOpen && !isMyself}
        title={texts.askSaveChanges}
        message={question.message}
        confirmLabel={words.saveChanges}
        onConfirm={confirm}
        onCancel={dismiss}
      />
    </>
  )
}
