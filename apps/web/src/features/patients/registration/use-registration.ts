import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type {
  CallInput,
  contract,
  ExpectedVisit,
  PatientDeliveryChoice,
  PossibleDuplicate,
} from '@zelab/contract'
import { stopsRegistration } from '@zelab/contract/reasons'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { browserTimeZone } from '../../../lib/format.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { toastPatientError, toastPatientSuccess } from '../../../ui/feedback/toasts.ts'
import type { Registration } from '../form/patient-form.ts'
import type { DuplicateDecision } from '../duplicates/use-duplicate-decision.ts'
import type { KnownPhone } from './known-phone-dialog.tsx'
import { useEndpoint, changesOf } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

/** Destination: the list, or the publish page for the first report. */
export type AfterRegistration = 'list' | 'publish'

interface Decided {
  registration: Registration
  next: AfterRegistration
  /** Records that the user marked as different people. */
  differentFrom: number[]
}

type Question =
  | { kind: 'none' }
  /** A user without a lab cannot register patients (AMB-23). */
  | { kind: 'no-lab' }
  | { kind: 'phone'; known: KnownPhone; decided: Decided }

interface RegistrationOptions {
  decision: DuplicateDecision
  /** Undefined when nothing was selected. */
  delivery: PatientDeliveryChoice | undefined
  /** Undefined when nothing was selected. */
  visit: ExpectedVisit | undefined
  inboxItem: number | undefined
  onRegistered: () => void
  onRefused: (error: unknown) => void
}

const CONFLICT = 409

const candidatesIn = (error: unknown): readonly PossibleDuplicate[] =>
  error instanceof ApiError && error.status === CONFLICT && Array.isArray(error.data)
    ? (error.data as PossibleDuplicate[])
    : []

const useRegisterPatient = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.patients.register>['body']) =>
      // The server checks "not born in the future" against the user's time zone.
      api.patients.register({ body }, { headers: { 'x-time-zone': browserTimeZone() } }),
    meta: changesOf(api.patients.register),
  })

/** Checks the lab, then possible duplicates, in one question. A failure keeps the form (AMB-52). */
export const useRegistration = ({
  decision,
  delivery,
  visit,
  inboxItem,
  onRegistered,
  onRefused,
}: RegistrationOptions) => {
  const { lab } = useCurrentUser()
  const navigate = useNavigate()
  const checkPhone = useEndpoint(api.patients.checkPhone)
  const registerPatient = useRegisterPatient()
  const [question, setQuestion] = useState<Question>({ kind: 'none' })
  const [failure, setFailure] = useState<string>()
  const [isDeciding, setDeciding] = useState(false)
  // Destination of the pressed button.
  const [chosen, setChosen] = useState<AfterRegistration>('list')

  const fail = (error: unknown) => {
    setFailure(messageOf(error))
    toastPatientError(error)
    onRefused(error)
  }

  const register = async ({ registration, next, differentFrom }: Decided): Promise<void> => {
    let id: number
    setQuestion({ kind: 'none' })
    const { nationalId, ...fields } = registration
    try {
      id = (
        await registerPatient.mutateAsync({
          ...fields,
          ...(nationalId && { nationalId }),
          differentFrom,
          ...(delivery && { delivery }),
          ...(visit && { visit }),
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
        checkPhone.mutateAsync({ body: { phone: registration.phone } }),
      ])
      const differentFrom = candidates.filter(stopsRegistration).map(({ patient }) => patient.id)
      const decided = { registration, next, differentFrom }
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
