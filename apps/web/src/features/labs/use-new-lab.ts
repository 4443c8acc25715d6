import type { Lab } from '@zelab/contract'
import { CONFIRM, SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCreateLab } from '../../lib/queries/labs.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import type { CheckedLab, LabFields } from './lab-form.ts'
import { EMPTY_LAB, newLabResolver } from './lab-form.ts'

export const useNewLab = (onCreated: (lab: Lab) => void) => {
  const form = useForm<LabFields, unknown, CheckedLab>({
    resolver: newLabResolver,
    defaultValues: EMPTY_LAB,
  })
  const createLab = useCreateLab()

  // The lab stays set after closing, so that the sentence does not change while it fades.
  const [question, setQuestion] = useState<{ lab: CheckedLab; isOpen: boolean }>()
  const dismiss = () => setQuestion((asked) => asked && { ...asked, isOpen: false })

  const create = async (): Promise<void> => {
    if (!question) return
    try {
      const { data } = await createLab.mutateAsync(question.lab)
      dismiss()
      form.reset()
      toastSuccess(SUCCESS.labAdded)
      onCreated(data)
    } catch (error) {
      dismiss()
      showRefusal(error, form)
    }
  }

  return {
    form,
    isAsking: question?.isOpen ?? false,
    sentence: CONFIRM.addLab(question?.lab.name ?? ''),
    isPending: createLab.isPending,
    ask: form.handleSubmit((lab) => setQuestion({ lab, isOpen: true })),
    dismiss,
    create,
  }
}
