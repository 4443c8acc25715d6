import type { Lab } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useForm } from 'react-hook-form'
import { useCreateLab } from '../../lib/queries/labs.ts'
import { showRefusal } from '../../ui/form/field-errors.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import type { CheckedLab, LabFields } from './lab-form.ts'
import { EMPTY_LAB, LAB_PATHS, newLabResolver } from './lab-form.ts'

/** The checked form for a new lab and its submission. A refusal leaves the form as it is. */
export const useNewLab = (onCreated: (lab: Lab) => void) => {
  const form = useForm<LabFields, unknown, CheckedLab>({
    resolver: newLabResolver,
    defaultValues: EMPTY_LAB,
  })
  const createLab = useCreateLab()

  const create = async (lab: CheckedLab): Promise<void> => {
    // Enter submits the form once more while the first request is under way.
    if (createLab.isPending) return
    try {
      const { data } = await createLab.mutateAsync(lab)
      form.reset()
      toastSuccess(SUCCESS.labAdded)
      onCreated(data)
    } catch (error) {
      showRefusal(error, LAB_PATHS, form.setError)
    }
  }

  return { form, isPending: createLab.isPending, submit: form.handleSubmit(create) }
}
