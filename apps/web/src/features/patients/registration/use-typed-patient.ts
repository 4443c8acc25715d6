import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { TypedPatient } from '../../../entities/patient/typed-patient.ts'
import { readPhoneTyped } from '../../../ui/phone/phone-input-loading.ts'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'

/** Prefills the form from a search. Consumed once, so that Back does not fill the form again. */
export const useTypedPatient = (form: UseFormReturn<RegistrationFields, unknown, Registration>): void => {
  const typed = useLocation({ select: ({ state }) => state.typedPatient })
  const navigate = useNavigate()
  const take = useEffectEvent(async ({ fullName, phone, emrId, dateOfBirth }: TypedPatient) => {
    void navigate({ to: '/user/patients/add', search: true, state: {}, replace: true })
    if (fullName) form.setValue('fullName', fullName, { shouldDirty: true })
    if (emrId) form.setValue('emrId', emrId, { shouldDirty: true })
    if (dateOfBirth) form.setValue('dob', dateOfBirth, { shouldDirty: true })
    if (phone) form.setValue('phone', await readPhoneTyped(phone), { shouldDirty: true })
  })
  useEffect(() => {
    if (typed) void take(typed)
  }, [typed])
}
