import { useNavigate } from '@tanstack/react-router'
import type { StaffMember } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { useUserChange } from '../../lib/queries/users.ts'
import { setUser, useCurrentUser } from '../../lib/session-store.ts'
import { editedFields, showRefusal } from '../../ui/form/form-resolver.ts'
import type { IdentityProof } from '../../entities/identity/reauthentication-dialog.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import type { CheckedUser, UserFields } from './user-form.ts'
import { userFieldsOf, userResolver } from './user-form.ts'
import * as texts from './texts.ts'
import { api } from '../../lib/api-client.ts'
import { endpointMutation } from '../../lib/endpoint-mutation.ts'

/** Question before a change that ends the user's sessions; undefined for other changes. */
export const signOutWarning = (
  user: StaffMember,
  fields: CheckedUser,
  isMyself: boolean,
): string | undefined => {
  const hasOtherEmail = fields.email !== user.email
  const hasOtherPlace =
    fields.userTypeId !== user.userType.id || (fields.labId ?? null) !== (user.lab?.id ?? null)
  if (user.status === 'invited')
    return hasOtherEmail ? texts.invitationMoves(user.email, fields.email) : undefined
  if (user.status === 'deactivated' || (!hasOtherEmail && !hasOtherPlace)) return undefined
  if (isMyself) return texts.changesOwnEmail(fields.email)
  return hasOtherEmail ? texts.signsOutTo(fields.name, fields.email) : texts.signsOut(fields.name)
}

const isAboutIdentity = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 429 ||
    error.errors.some(({ path }) => ['currentPassword', 'code', 'passkey', 'provider'].includes(path)))

export const useEditUser = (user: StaffMember) => {
  const isMyself = useCurrentUser().id === user.id
  const form = useForm<UserFields, unknown, CheckedUser>({
    resolver: userResolver(user.phone),
    defaultValues: userFieldsOf(user),
  })
  const settle = useUnsavedForm(form, { name: 'user' })
  const update = useUserChange(endpointMutation(api.users.update, { id: user.id }))
  const navigate = useNavigate()
  // The sentence stays set after closing, so that it does not change while it fades.
  const [question, setQuestion] = useState({ message: '', isOpen: false })
  const [checked, setChecked] = useState<CheckedUser>()
  const dismiss = () => setQuestion((asked) => ({ ...asked, isOpen: false }))

  const send = async (
    fields: CheckedUser,
    { password: currentPassword, ...proof }: IdentityProof = {},
  ): Promise<void> => {
    const { data } = await update.mutateAsync({
      ...editedFields(form, fields),
      ...proof,
      ...(currentPassword !== undefined && { currentPassword }),
    })
    settle()
    toastSuccess(SUCCESS.saved)
    if (isMyself) setUser(data)
    await navigate({ to: '/user/users' })
  }

  const save = (fields: CheckedUser): Promise<void> => {
    dismiss()
    return send(fields).catch((error: unknown) => showRefusal(error, form))
  }

  /** Errors of password and code appear in the confirmation, all others in the form. */
  const saveAsMyself = async (fields: CheckedUser, proof: IdentityProof): Promise<void> => {
    try {
      await send(fields, proof)
    } catch (error) {
      if (isAboutIdentity(error)) throw error
      dismiss()
      showRefusal(error, form)
    }
  }

  return {
    form,
    isMyself,
    question,
    isPending: update.isPending,
    submit: async (fields: CheckedUser) => {
      const message = signOutWarning(user, fields, isMyself)
      if (!message) return save(fields)
      setChecked(fields)
      setQuestion({ message, isOpen: true })
    },
    dismiss,
    confirm: () => checked && void save(checked),
    confirmAsMyself: async (proof: IdentityProof) => checked && saveAsMyself(checked, proof),
  }
}
