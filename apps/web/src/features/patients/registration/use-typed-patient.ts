import { useLocation, useNavigate } from '@tanstack/react-router'
import { readPhone } from '@zelab/contract'
import { DEFAULT_PHONE_COUNTRY } from '@zelab/contract/limits'
import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { TypedPatient } from '../../../lib/typed-patient.ts'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'

/** Fills in what was typed in a search that found no patient. It is taken once: going back does not show it again. */
export const useTypedPatient = (form: UseFormReturn<RegistrationFields, unknown, Registration>): void => {
  const typed = useLocation({ select: ({ state }) => state.typedPatient })
  const navigate = useNavigate()
  const take = useEffectEvent((patient: TypedPatient) => {
    void navigate({ to: '/user/patients/add', state: {}, replace: true })
    const { fullName, phone, emrId } = readable(patient)
    if (fullName) form.setValue('fullName', fullName, { shouldDirty: true })
    if (phone) form.setValue('phone', phone, { shouldDirty: true })
    if (emrId) form.setValue('emrId', emrId, { shouldDirty: true })
  })
  useEffect(() => {
    if (typed) take(typed)
  }, [typed])
}

const readable = ({ phone, ...rest }: TypedPatient): TypedPatient => ({
  ...rest,
  ...(phone && { phone: readPhone(phone, DEFAULT_PHONE_COUNTRY)?.number ?? phone }),
})
