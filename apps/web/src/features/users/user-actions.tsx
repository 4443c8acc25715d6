import { Menu } from '@mantine/core'
import { IconMailForward, IconPencil, IconShieldOff, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { StaffMember } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { useUserChange } from '../../lib/queries/users.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { useShowReset } from './reset-notice.tsx'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.ts'
import { ReauthenticationDialog } from '../../entities/identity/reauthentication-dialog.tsx'
import { endpointMutation, useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

const SIGN = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function UserActions({ user }: { user: StaffMember }) {
  const may = useCan()
  const isMyself = useCurrentUser().id === user.id
  const [isAsking, setIsAsking] = useState(false)
  const [isResetting, setIsResetting] = useState(false)
  const { id, fullName, status, needsLink } = user
  const deactivate = useUserChange(endpointMutation(api.users.deactivate, { id }))
  const reactivate = useUserChange(endpointMutation(api.users.reactivate, { id }))
  const resend = useEndpoint(api.users.resendInvitation, { id })

  // Not with `mutate` callbacks, which do not run when a filter has removed the row.
  const tell = (call: Promise<unknown>, message: string) =>
    void call.then(() => toastSuccess(message), toastError).then(() => setIsAsking(false))
  return (
    <>
      <RowMenu label={texts.moreFor(fullName)} isBusy={reactivate.isPending || resend.isPending}>
        {may('users:edit') && (
          <Menu.Item
            renderRoot={(props) => (
              <Link {...props} to="/user/users/edit/$userId" params={{ userId: String(id) }} />
            )}
            leftSection={<IconPencil {...SIGN} />}
          >
            {words.edit}
          </Menu.Item>
        )}
        {(status === 'invited' || needsLink) && may('users:add') && (
          <Menu.Item
            leftSection={<IconMailForward {...SIGN} />}
            onClick={() => tell(resend.mutateAsync(), SUCCESS.userInvited)}
          >
            {needsLink ? texts.inviteToLink : texts.resendInvitation}
          </Menu.Item>
        )}
        {status === 'deactivated' && may('users:delete') && (
          <Menu.Item
            leftSection={<IconUserCheck {...SIGN} />}
            onClick={() => tell(reactivate.mutateAsync(), SUCCESS.userReactivated)}
          >
            {texts.reactivate}
          </Menu.Item>
        )}
        {user.hasSecondFactor && !isMyself && may('users:edit') && (
          <Menu.Item leftSection={<IconShieldOff {...SIGN} />} onClick={() => setIsResetting(true)}>
            {texts.resetSecondFactor}
          </Menu.Item>
        )}
        {status !== 'deactivated' && !isMyself && may('users:delete') && (
          <Menu.Item
            color="var(--negative-text)"
            leftSection={<IconUserOff {...SIGN} />}
            onClick={() => setIsAsking(true)}
          >
            {texts.deactivate}
          </Menu.Item>
        )}
      </RowMenu>
      {isResetting && <ResetSecondFactor user={user} onClose={() => setIsResetting(false)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.askDeactivate}
        message={texts.deactivateQuestion(fullName)}
        confirmLabel={texts.deactivate}
        pendingLabel={texts.deactivating}
        isPending={deactivate.isPending}
        isDangerous
        onConfirm={() => tell(deactivate.mutateAsync(), SUCCESS.userDeactivated)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/** Removes a lost second factor, confirmed by name and the Admin's password. */
function ResetSecondFactor({ user, onClose }: { user: StaffMember; onClose: () => void }) {
  const reset = useUserChange(endpointMutation(api.users.resetSecondFactor, { id: user.id }))
  const showReset = useShowReset()
  return (
    <ReauthenticationDialog
      title={texts.askResetSecondFactor(user.fullName)}
      text={texts.resetSecondFactorQuestion(user.fullName, user.email)}
      confirmLabel={texts.resetSecondFactor}
      isDangerous
      onConfirm={async (proof) => {
        await reset.mutateAsync(proof)
        toastSuccess(SUCCESS.secondFactorReset)
        showReset({
          title: texts.secondFactorRemoved(user.fullName),
          hint: texts.secondFactorRemovedHint,
        })
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
