import { useNavigate } from '@tanstack/react-router'
import type { PatientDeliveryChoice, PossibleDuplicate } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { useCheckPhone, useRegisterPatient } from '../../../entities/patient/queries.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { toastPatientError, toastPatientSuccess } from '../../../ui/feedback/toasts.ts'
import type { Registration } from '../form/patient-form.ts'
import type { DuplicateDecision } from '../duplicates/use-duplicate-decision.ts'
import type { KnownPhone } from './known-phone-dialog.tsx'

/** Where a registration leads to: the list, or the new patient's first report. */
export type AfterRegistration = 'list' | 'publish'

interface Decided {
  registration: Registration
  next: AfterRegistration
  /** Records that the user has decided are different people. */
  differentFrom: number[]
}

/** What stands between the checked form and the registered patient. */
type Question =
  | { kind: 'none' }
  /** A user without a lab cannot register (AMB-23). */
  | { kind: 'no-lab' }
  | { kind: 'phone'; known: KnownPhone; decided: Decided }

interface RegistrationOptions {
  decision: DuplicateDecision
  /** Sent with the registration; undefined when nothing was chosen. */
  delivery: PatientDeliveryChoice | undefined
  /** The inbox item that the registration leads back to. */
  inboxItem: number | undefined
  onRegistered: () => void
  onRefused: (error: unknown) => void
}

const CONFLICT = 409

/** The possible duplicates that the server refused the registration for. */
const candidatesIn = (error: unknown): readonly PossibleDuplicate[] =>
  error instanceof ApiError && error.status === CONFLICT && Array.isArray(error.data)
    ? (error.data as PossibleDuplicate[])
    : []

/**
 * The steps after the field checks: the notice for a user without a lab, one question about records that may be the same
 * person, the registration. The question is the one about a known phone number, with the other records listed in it, or
 * else the decision in the form. Any failure stops and leaves the form as it is (AMB-52).
 */
export const useRegistration = ({
  decision,
  delivery,
  inboxItem,
  onRegistered,
  onRefused,
}: RegistrationOptions) => {
  const { lab } = useCurrentUser()
  const navigate = useNavigate()
  const checkPhone = useCheckPhone()
  const registerPatient = useRegisterPatient()
  const [question, setQuestion] = useState<Question>({ kind: 'none' })
  const [failure, setFailure] = useState<string>()
  const [isDeciding, setDeciding] = useState(false)
  // What the pressed button meant.
  const [chosen, setChosen] = useState<AfterRegistration>('list')

  const fail = (error: unknown) => {
    setFailure(messageOf(error))
    toastPatientError(error)
    onRefused(error)
  }

  const register = async ({ registration, next, differentFrom }: Decided): Promise<void> => {
    let id: number
    setQuestion({ kind: 'none' })
    try {
      id = (
        await registerPatient.mutateAsync({
          ...registration,
          differentFrom,
          ...(delivery && { delivery }),
        })
      ).data.id
    } catch (error) {
      const candidates = candidatesIn(error)
      return candidates.length > 0 ? decision.demand(registration, candidates) : fail(error)
    }
    onRegistered()
    toastPatientSuccess(SUCCESS.patientAdded)
    if (inboxItem !== undefined)
      return navigate({
        to: '/user/inbox/$itemId',
        params: { itemId: String(inboxItem) },
        search: { patient: id },
        replace: true,
      })
    if (next === 'list') return navigate({ to: '/user/patients', state: { registeredId: id } })
    await navigate({ to: '/user/patient/$patientId/report/publish', params: { patientId: String(id) } })
  }

  const start = async (registration: Registration, next: AfterRegistration): Promise<void> => {
    setChosen(next)
    setFailure(undefined)
    if (!lab) return setQuestion({ kind: 'no-lab' })
    setDeciding(true)
    try {
      const [candidates, { exists, data }] = await Promise.all([
        decision.find(registration),
        checkPhone.mutateAsync(registration.phone),
      ])
      const decided = { registration, next, differentFrom: candidates.map(({ patient }) => patient.id) }
      if (exists && data.patients.length > 0) {
        const others = candidates.filter(({ patient }) => !data.patients.some(({ id }) => id === patient.id))
        return setQuestion({ kind: 'phone', known: { patients: data.patients, others }, decided })
      }
      if (!decision.isDecided(registration, candidates)) return
      await register(decided)
    } catch (error) {
      fail(error)
    } finally {
      setDeciding(false)
    }
  }

  return {
    question,
    failure,
    chosen,
    isPending: isDeciding || registerPatient.isPending,
    start,
    proceed: register,
    dismiss: () => setQuestion({ kind: 'none' }),
  }
}
