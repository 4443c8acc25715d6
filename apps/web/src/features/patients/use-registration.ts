import { useNavigate } from '@tanstack/react-router'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useCheckPhone, useRegisterPatient } from '../../lib/queries/patients.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { toastPatientError, toastPatientSuccess } from '../../ui/toasts.ts'
import type { Registration } from './registration-form.ts'

/** What stands between the checked form and the registered patient. */
type Question =
  | { kind: 'none' }
  /** Somebody without a lab cannot register (AMB-23). */
  | { kind: 'no-lab' }
  | { kind: 'duplicate'; name: string; registration: Registration }

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

  const fail = (error: unknown) => {
    setFailure(messageOf(error))
    toastPatientError(error)
    onRefused(error)
  }

  const register = async (registration: Registration): Promise<void> => {
    setQuestion({ kind: 'none' })
    try {
      await registerPatient.mutateAsync(registration)
    } catch (error) {
      return fail(error)
    }
    onRegistered()
    toastPatientSuccess(SUCCESS.patientAdded)
    await navigate({ to: '/user/patients' })
  }

  const start = async (registration: Registration): Promise<void> => {
    setFailure(undefined)
    if (!lab) return setQuestion({ kind: 'no-lab' })
    try {
      const { exists, data } = await checkPhone.mutateAsync(registration.phone)
      const name = data.patients[0]?.fullName
      if (exists && name) return setQuestion({ kind: 'duplicate', name, registration })
    } catch (error) {
      return fail(error)
    }
    await register(registration)
  }

  return {
    question,
    failure,
    isPending: checkPhone.isPending || registerPatient.isPending,
    start,
    proceed: register,
    dismiss: () => setQuestion({ kind: 'none' }),
  }
}
