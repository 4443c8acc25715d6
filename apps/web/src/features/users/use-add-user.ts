import { useNavigate } from '@tanstack/react-router'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useInviteUser, useRegisterUser } from '../../lib/queries/users.ts'
import { showRefusal } from '../../ui/form/form-resolver.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import type { CheckedUser, UserFields } from './user-form.ts'
import { EMPTY_USER, userResolver } from './user-form.ts'

const newUserResolver = userResolver()

export const useAddUser = () => {
  const form = useForm<UserFields, unknown, CheckedUser>({
    resolver: newUserResolver,
    defaultValues: EMPTY_USER,
  })
  const settle = useUnsavedForm(form, { name: 'user', except: ['password', 'confirmPassword'] })
  const registerUser = useRegisterUser()
  const inviteUser = useInviteUser()
  const navigate = useNavigate()
  // The user stays set after closing, so that the sentence does not change while it fades.
  const [question, setQuestion] = useState<{ user: CheckedUser; isOpen: boolean }>()
  const dismiss = () => setQuestion((asked) => asked && { ...asked, isOpen: false })

  const create = async (): Promise<void> => {
    if (!question) return
    dismiss()
    const { password, confirmPassword, ...user } = question.user
    // The API expects the user type as text (section 3, AMB-91).
    const fields = { ...user, userTypeId: String(user.userTypeId) }
    try {
      if (password !== undefined && confirmPassword !== undefined)
        await registerUser.mutateAsync({ ...fields, password, confirmPassword })
      else await inviteUser.mutateAsync(fields)
    } catch (error) {
      return showRefusal(error, form)
    }
    settle()
    toastSuccess(password === undefined ? SUCCESS.userInvited : SUCCESS.userAdded)
    await navigate({ to: '/user/users' })
  }

  return {
    form,
    isAsking: question?.isOpen ?? false,
    askedName: question?.user.name ?? '',
    isPending: registerUser.isPending || inviteUser.isPending,
    ask: (user: CheckedUser) => setQuestion({ user, isOpen: true }),
    dismiss,
    create,
  }
}
