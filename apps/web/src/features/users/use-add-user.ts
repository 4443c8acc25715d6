import { useNavigate } from '@tanstack/react-router'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../lib/api-error.ts'
import { useRegisterUser } from '../../lib/queries/users.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { toastError, toastSuccess } from '../../ui/toasts.ts'
import type { NewUser, UserFields } from './user-form.ts'
import { EMPTY_USER, USER_PATHS, userResolver } from './user-form.ts'

/** The steps of adding a user: the checked form, the confirmation, the call. A refusal leaves the form as it is. */
export const useAddUser = () => {
  const form = useForm<UserFields, unknown, NewUser>({ resolver: userResolver, defaultValues: EMPTY_USER })
  const registerUser = useRegisterUser()
  const navigate = useNavigate()
  // The user stays after the question is closed, so that the sentence does not change while it fades.
  const [question, setQuestion] = useState<{ user: NewUser; isOpen: boolean }>()
  const dismiss = () => setQuestion((asked) => asked && { ...asked, isOpen: false })

  const create = async (): Promise<void> => {
    if (!question) return
    dismiss()
    const { user } = question
    try {
      // The user type travels as text (section 3, AMB-91).
      await registerUser.mutateAsync({ ...user, userTypeId: String(user.userTypeId) })
    } catch (error) {
      toastError(error)
      if (messageOf(error) === REFUSAL.emailTaken)
        form.setError('email', { type: 'server', message: REFUSAL.emailTaken }, { shouldFocus: true })
      else showFieldErrors(error, USER_PATHS, form.setError)
      return
    }
    toastSuccess(SUCCESS.userAdded)
    await navigate({ to: '/user/users' })
  }

  return {
    form,
    isAsking: question?.isOpen ?? false,
    askedName: question?.user.name ?? '',
    isPending: registerUser.isPending,
    ask: form.handleSubmit((user) => setQuestion({ user, isOpen: true })),
    dismiss,
    create,
  }
}
