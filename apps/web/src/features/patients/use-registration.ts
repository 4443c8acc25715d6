import { useNavigate } from '@tanstack/react-router'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useCheckPhone, useRegisterPatient } from '../../lib/queries/patients.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { toastPatientError, toastPatientSuccess } from '../../ui/toasts.ts'
import type { Registration } from './registration-form.ts'

/** Where a registration leads to: the list, or the new patient's first report. */
export type AfterRegistration = 'list' | 'publish'

/** What stands between the checked form and the registered patient. */
type Question =
  | { kind: 'none' }
  /** Somebody without a lab cannot register (AMB-23). */
  | { kind: 'no-lab' }
  | { kind: 'duplicate'; name: string; registration: Registration; next: AfterRegistration }

interface RegistrationOptions {
  onRegistered: () => void
  onRefused: (error: unknown) => void
}

/**
 * The steps after the field checks: the notice for somebody without a lab, the phone check, the question about
 * a number that is known already, the registration. Any failure stops and leaves the form as it is (AMB-52).
 */
export const useRegistration = ({ onRegistered, onRefused }: RegistrationOptions) => {
  const { lab } = useCurrentUser()
  const navigate = useNavigate()
  const checkPhone = useCheckPhone()
  const registerPatient = useRegisterPatient()
  const [question, setQuestion] = useState<Question>({ kind: 'none' })
  const [failure, setFailure] = useState<string>()
  // What the pressed button meant.
  const [chosen, setChosen] = useState<AfterRegistration>('list')

  const fail = (error: unknown) => {
    setFailure(messageOf(error))
    toastPatientError(error)
    onRefused(error)
  }

  const register = async (registration: Registration, next: AfterRegistration): Promise<void> => {
    let id: number
    setQuestion({ kind: 'none' })
    try {
      id = (await registerPatient.mutateAsync(registration)).data.id
    } catch (error) {
      return fail(error)
    }
    onRegistered()
    toastPatientSuccess(SUCCESS.patientAdded)
    if (next === 'list') return navigate({ to: '/user/patients' })
    await navigate({ to: '/user/patient/$patientId/report/publish', params: { patientId: String(id) } })
  }

  const start = async (registration: Registration, next: AfterRegistration): Promise<void> => {
    setChosen(next)
    setFailure(undefined)
    if (!lab) return setQuestion({ kind: 'no-lab' })
    try {
      const { exists, data } = await checkPhone.mutateAsync(registration.phone)
      const name = data.patients[0]?.fullName
      if (exists && name) return setQuestion({ kind: 'duplicate', name, registration, next })
    } catch (error) {
      return fail(error)
    }
    await register(registration, next)
  }

  return {
    question,
    failure,
    chosen,
    isPending: checkPhone.isPending || registerPatient.isPending,
    start,
    proceed: register,
    dismiss: () => setQuestion({ kind: 'none' }),
  }
}
