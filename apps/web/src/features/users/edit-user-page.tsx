import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { StaffMember } from '@zelab/contract'
import { useState } from 'react'
import { isNotFound } from '../../lib/api-error.ts'
import { userQuery } from '../../lib/queries/users.ts'
import { readWholeNumber } from '../../lib/search-params.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useGoBack } from '../../ui/go-back.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusPage } from '../../ui/status-page.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Surface } from '../../ui/surface.tsx'
import type { RenderNewLabDialog } from './add-user-page.tsx'
import classes from './add-user-page.module.css'
import { useEditUser } from './use-edit-user.ts'
import { UserFieldset } from './user-fieldset.tsx'
import { UserStatus } from './user-status.tsx'

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
    <StatusPage title="User Not Found" backTo="/user/users">
      <p>There is no such user.</p>
    </StatusPage>
  )
}

function EditUser({ id, renderNewLabDialog }: EditUserPageProps & { id: number }) {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery(id))
  if (error && isNotFound(error)) return <UserNotFound />
  return (
    <div className={classes.page}>
      <PageHeader
        title="Edit User"
        subtitle={
          user?.fullName ?? <Skeleton component="span" display="block" height="0.875rem" width="9rem" />
        }
        backTo="/user/users"
        aside={user && <UserStatus user={user} />}
      />
      {user ? (
        <EditForm user={user} renderNewLabDialog={renderNewLabDialog} />
      ) : error ? (
        <Surface>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Surface>
      ) : (
        <Skeleton height="33rem" radius="lg" role="status" aria-label="Loading user" />
      )}
    </div>
  )
}

const OWN_TYPE = 'You cannot change your own role. Please ask another Admin.'

function EditForm({ user, renderNewLabDialog }: EditUserPageProps & { user: StaffMember }) {
  const { form, isMyself, question, isPending, submit, dismiss, confirm } = useEditUser(user)
  const [isAddingLab, setIsAddingLab] = useState(false)
  const goBack = useGoBack('/user/users')
  return (
    <>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <UserFieldset
          form={form}
          onCreateLab={() => setIsAddingLab(true)}
          fixedTypeNote={isMyself ? OWN_TYPE : undefined}
        />
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={goBack} disabled={isPending}>
            Cancel
          </Button>
          <SubmitButton
            size="md"
            isPending={isPending}
            pendingLabel="Saving..."
            disabled={!form.formState.isDirty}
          >
            Save Changes
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
        isOpen={question.isOpen}
        title="Save changes"
        message={question.message}
        confirmLabel="Save Changes"
        onConfirm={confirm}
        onCancel={dismiss}
      />
    </>
  )
}
