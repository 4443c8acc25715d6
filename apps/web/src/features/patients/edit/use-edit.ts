import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PatientRow } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { get, useForm } from 'react-hook-form'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { useUpdatePatient } from '../queries.ts'
import { showFieldErrors } from '../../../ui/form/form-resolver.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import { editResolver, formFieldsOf } from './edit-form-fields.ts'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'
import { REGISTRATION_PATHS } from '../form/patient-form.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const CONFLICT = 409
/** Input is kept together with the record it is based on, so that later changes are detected. */
export const EDITED_RECORD = 'edited record'

/** After a conflict, untouched fields take the new values and edited ones stay. */
export const useEdit = (opened: PatientRow) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const update = useUpdatePatient(opened.id)
  const [present, setPresent] = useState(opened)
  const [failure, setFailure] = useState<string>()
  const form = useForm<RegistrationFields, unknown, Registration>({
    resolver: editResolver(present.phone.number),
    defaultValues: formFieldsOf(opened),
    shouldFocusError: true,
  })

  const settle = useUnsavedForm(form, { name: EDITED_RECORD, besides: opened })

  /** False when the record is unavailable or was merged into another one. */
  const followNewRecord = async (): Promise<boolean> => {
    const latest = await client
      .fetchQuery({ ...endpointQuery(api.patients.getById, { params: { id: opened.id } }), staleTime: 0 })
      .catch(() => undefined)
    if (latest?.id !== opened.id) return false
    const before = formFieldsOf(present)
    const typed = REGISTRATION_PATHS.map((path) => [path, form.getValues(path)] as const)
    form.reset(formFieldsOf(latest))
    for (const [path, text] of typed) if (text !== get(before, path)) form.setValue(path, text)
    setPresent(latest)
    return true
  }

  const save = async (changed: Registration): Promise<void> => {
    setFailure(undefined)
    const { registrationType, updatedAt } = present
    try {
      await update.mutateAsync({ ...changed, registrationType, updatedAt })
    } catch (error) {
      showFieldErrors(error, form)
      const isConflict = error instanceof ApiError && error.status === CONFLICT
      if (!(isConflict && (await followNewRecord()))) setFailure(messageOf(error))
      return
    }
    settle()
    toastSuccess(SUCCESS.saved)
    await navigate({
      to: '/user/patients/view/$patientId',
      params: { patientId: String(opened.id) },
      replace: true,
    })
  }

  return { form, present, failure, isPending: form.formState.isSubmitting, submit: form.handleSubmit(save) }
}
