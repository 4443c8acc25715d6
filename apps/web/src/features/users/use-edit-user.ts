import { useNavigate } from '@tanstack/react-router'
import type { StaffMember } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useUpdateUser } from '../../lib/queries/users.ts'
import { forgetSession } from '../../lib/session.ts'
import { setUser, useCurrentUser } from '../../lib/session-store.ts'
import { toastSuccess } from '../../ui/toasts.ts'
import { useUnsavedForm } from '../../ui/unsaved-form.ts'
import { sessionQuestion } from './session-question.ts'
import type { CheckedUser, UserFields } from './user-form.ts'
import { userFieldsOf, userResolver } from './user-form.ts'
import { showUserRefusal } from './user-refusal.ts'

/** The steps of changing a user: the checked form, the question when sessions will end, the call. */
export const useEditUser = (user: StaffMember) => {
  const isMyself = useCurrentUser().id === user.id
  const form = useForm<UserFields, unknown, CheckedUser>({
    resolver: userResolver(user.phone),
    defaultValues: userFieldsOf(user),
  })
  const settle = useUnsavedForm(form, { name: 'user' })
  const update = useUpdateUser(user.id)
  const navigate = useNavigate()
  // The sentence stays after the question is closed, so that it does not change while it fades.
  const [question, setQuestion] = useState({ message: '', isOpen: false })
  const [checked, setChecked] = useState<CheckedUser>()
  const dismiss = () => setQuestion((asked) => ({ ...asked, isOpen: false }))

  const save = async (fields: CheckedUser): Promise<void> => {
    dismiss()
    try {
      const { data } = await update.mutateAsync({ ...fields, userTypeId: String(fields.userTypeId) })
      settle()
      toastSuccess(SUCCESS.saved)
      if (isMyself && data.email !== user.email) {
        // The own sessions ended with the old address, this one among them.
        forgetSession()
        return await navigate({ to: '/', replace: true })
      }
      if (isMyself) setUser(data)
      await navigate({ to: '/user/users' })
    } catch (error) {
      showUserRefusal(error, form)
    }
  }

  return {
    form,
    isMyself,
    question,
    isPending: update.isPending,
    submit: form.handleSubmit(async (fields) => {
      const message = sessionQuestion(user, fields, isMyself)
      if (!message) return save(fields)
      setChecked(fields)
      setQuestion({ message, isOpen: true })
    }),
    dismiss,
    confirm: () => checked && void save(checked),
  }
}
