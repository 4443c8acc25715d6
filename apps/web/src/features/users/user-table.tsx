import type { StaffMember } from '@zelab/contract'
import { Group, Stack } from '@mantine/core'
import { formatDate, orNotAvailable } from '../../lib/format.ts'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { RecordTable } from '../../ui/table/record-table.tsx'
import * as texts from './texts.ts'
import { UserActions } from './user-actions.tsx'
import { ContactInformation, RoleBadge, UserDetails } from './user-cells.tsx'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { useShowReset } from './reset-notice.tsx'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

const SKELETON_ROWS = 8

const COLUMNS: readonly Column<StaffMember>[] = [
  { header: texts.userDetails, width: '19%', isRowHeader: true, cell: (user) => <UserDetails user={user} /> },
  {
    header: texts.contactInformation,
    width: '24%',
    track: '1.4fr',
    cell: (user) => <ContactInformation user={user} />,
  },
  { header: texts.role, width: '10%', cell: (user) => <RoleBadge user={user} /> },
  { header: texts.labDetails, width: '15%', below: texts.role, cell: ({ lab }) => orNotAvailable(lab?.name) },
  {
    header: texts.joinedDate,
    width: '14%',
    below: texts.userDetails,
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    header: texts.actions,
    width: '18%',
    track: '11.75rem',
    cell: (user) => (
      <Group gap={4} wrap="nowrap">
        <ResetPasswordButton user={user} />
        <UserActions user={user} />
      </Group>
    ),
  },
]

export function UserTable({ rows }: { rows: readonly StaffMember[] | undefined }) {
  return (
    <RecordTable
      label={texts.users}
      columns={COLUMNS}
      renderCard={(user) => <UserCard user={user} />}
      rows={rows}
      rowKey={(user) => user.id}
      skeletonRows={SKELETON_ROWS}
      skeletonLines={2}
    />
  )
}

/** A row on a phone, without the password reset (section 2, users list page). */
function UserCard({ user }: { user: StaffMember }) {
  return (
    <Stack component="article" gap="xs" fz="sm" aria-label={user.fullName}>
      <Group component="header" justify="space-between" wrap="nowrap" gap="sm" fz="md">
        <UserDetails user={user} />
        <RoleBadge user={user} />
        <UserActions user={user} />
      </Group>
      <ContactInformation user={user} />
      <DetailList
        details={[
          { label: texts.labDetails, value: orNotAvailable(user.lab?.name) },
          { label: texts.joinedDate, value: formatDate(user.createdAt) },
        ]}
      />
    </Stack>
  )
}

/** Emails a reset link after a confirmation by name; the Admin never learns a password (AMB-18). */
function ResetPasswordButton({ user }: { user: StaffMember }) {
  const [isAsking, setIsAsking] = useState(false)
  const sendLink = useEndpoint(api.auth.forgotPassword)
  const showReset = useShowReset()
  const send = () => {
    setIsAsking(false)
    sendLink.mutate(
      { body: { email: user.email } },
      {
        onSuccess: () => {
          toastSuccess(SUCCESS.resetLinkSent)
          showReset({ title: texts.linkSent(user.fullName), hint: texts.linkSentHint(user.email) })
        },
        onError: (error) => toastError(error),
      },
    )
  }
  return (
    <>
      <SubmitButton
        variant="default"
        size="xs"
        isPending={sendLink.isPending}
        pendingLabel={texts.sendingLink}
        aria-label={texts.resetPasswordOf(user.fullName)}
        // The server sends no link to a deactivated account.
        disabled={user.status === 'deactivated'}
        onClick={() => setIsAsking(true)}
      >
        {texts.resetPassword}
      </SubmitButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.askResetPassword(user.fullName)}
        message={texts.resetPasswordQuestion(user.email)}
        confirmLabel={texts.sendLink}
        onConfirm={send}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
