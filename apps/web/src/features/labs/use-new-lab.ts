import type { Lab } from '@zelab/contract'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../lib/api-error.ts'
import { useCreateLab } from '../../lib/queries/labs.ts'
import { showFieldErrors } from '../../ui/field-errors.ts'
import { toastError, toastSuccess } from '../../ui/toasts.ts'
import type { LabFields, NewLab } from './lab-form.ts'
import { EMPTY_LAB, LAB_PATHS, labResolver } from './lab-form.ts'

/** The steps of adding a lab: the checked form, the confirmation, the call. A refusal leaves the form as it is. */
export const useNewLab = (onCreated: (lab: Lab) => void) => {
  const form = useForm<LabFields, unknown, NewLab>({ resolver: labResolver, defaultValues: EMPTY_LAB })
  const createLab = useCreateLab()
  // The lab stays after the question is closed, so that the sentence does not change while it fades.
  const [question, setQuestion] = useState<{ lab: NewLab; isOpen: boolean }>()
  const dismiss = () => setQuestion((asked) => asked && { ...asked, isOpen: false })

  const create = async (): Promise<void> => {
    if (!question) return
    dismiss()
    try {
      const { data } = await createLab.mutateAsync(question.lab)
      form.reset()
      toastSuccess(SUCCESS.labAdded)
      onCreated(data)
    } catch (error) {
      toastError(error)
      if (messageOf(error) === REFUSAL.labNameTaken)
        form.setError('name', { type: 'server', message: REFUSAL.labNameTaken }, { shouldFocus: true })
      else showFieldErrors(error, LAB_PATHS, form.setError)
    }
  }

  return {
    form,
    isAsking: question?.isOpen ?? false,
    askedName: question?.lab.name ?? '',
    isPending: createLab.isPending,
    ask: form.handleSubmit((lab) => setQuestion({ lab, isOpen: true })),
    dismiss,
    create,
  }
}
