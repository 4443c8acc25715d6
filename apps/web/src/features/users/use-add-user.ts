import { useNavigate } from '@tanstack/react-router'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '../../ui/form/form-resolver.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../ui/form/unsaved-form.ts'
import type { CheckedUser, UserFields } from './user-form.ts'
import { EMPTY_USER, userResolver } from './user-form.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

export const newUserResolver = userResolver()

/** Adds the user, with a password or an invitation. Returns the message of success. */
export const useCreateUser = () => {
  const registerUser = useEndpoint(api.users.register)
  const inviteUser = useEndpoint(api.users.invite)
  const create = async ({ password, confirmPassword, ...user }: CheckedUser): Promise<string> => {
    // The API expects the user type as text (section 3, AMB-91).
    const fields = { ...user, userTypeId: String(user.userTypeId) }
    if (password !== undefined && confirmPassword !== undefined) {
      const { data } = await registerUser.mutateAsync({ body: { ...fields, password, confirmPassword } })
      return data.status === 'invited' ? SUCCESS.userInvited : SUCCESS.userAdded
    }
    await inviteUser.mutateAsync({ body: fields })
    return SUCCESS.userInvited
  }
  return { create, isPending: registerUser.isPending || inviteUser.isPending }
}

export const useAddUser = () => {
  const form = useForm<UserFields, unknown, CheckedUser>({
    resolver: newUserResolver,
    defaultValues: EMPTY_USER,
  })
  const settle = useUnsavedForm(form, { name: 'user', except: ['password', 'confirmPassword'] })
  const { create: createUser, isPending } = useCreateUser()
  const navigate = useNavigate()
  // The user stays set after closing, so that the sentence does not change while it fades.
  const [question, setQuestion] = useState<{ user: CheckedUser; isOpen: boolean }>()
  const dismiss = () => setQuestion((asked) => asked && { ...asked, isOpen: false })

  const create = async (): Promise<void> => {
    if (!question) return
    dismiss()
    try {
      const message = await createUser(question.user)
      settle()
      toastSuccess(message)
    } catch (error) {
      return showRefusal(error, form)
    }
    await navigate({ to: '/user/users' })
  }

  return {
    form,
    isAsking: question?.isOpen ?? false,
    askedName: question?.user.name ?? '',
    isPending,
    ask: (user: CheckedUser) => setQuestion({ user, isOpen: true }),
    dismiss,
    create,
  }
}
