import { useQueryClient } from '@tanstack/react-query'
import type { PossibleDuplicate } from '@zelab/contract'
import { stopsRegistration } from '@zelab/contract/reasons'
import { useEffect, useRef, useState } from 'react'
import type { Control } from 'react-hook-form'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'
import { duplicatesQueryOf, questionOf, usePossibleDuplicates } from './use-possible-duplicates.ts'

const idsOf = (candidates: readonly PossibleDuplicate[]) => candidates.map(({ patient }) => patient.id)
const keyOf = (candidates: readonly PossibleDuplicate[]) =>
  idsOf(candidates.filter(stopsRegistration))
    .toSorted((one, other) => one - other)
    .join()
const questionAbout = ({ fullName, dob, emrId, nationalId, email }: Registration) =>
  questionOf({
    fullName,
    dob,
    emrId: emrId ?? undefined,
    nationalId: nationalId ?? undefined,
    email: email ?? undefined,
  })

export type DuplicateDecision = ReturnType<typeof useDuplicateDecision>

/** The user's decision about possible duplicates. New candidates need a new decision. */
export const useDuplicateDecision = (control: Control<RegistrationFields, unknown, Registration>) => {
  const client = useQueryClient()
  const { question, found, isCurrent } = usePossibleDuplicates(control)
  // Candidates found on submit or by the server, whose search may be newer than the hint.
  const [reported, setReported] = useState<{ question: string; candidates: readonly PossibleDuplicate[] }>()
  const isReported = reported?.question === question
  const candidates = isReported ? reported.candidates : found
  const [areDifferent, setDifferent] = useState(false)
  const [demanded, setDemanded] = useState({ key: '', times: 0 })
  const choiceRef = useRef<HTMLInputElement>(null)

  const key = keyOf(candidates)
  const [decidedKey, setDecidedKey] = useState(key)
  if (decidedKey !== key) {
    setDecidedKey(key)
    setDifferent(false)
  }

  useEffect(() => {
    if (demanded.times > 0) choiceRef.current?.focus()
  }, [demanded.times])

  const demand = (registration: Registration, missing: readonly PossibleDuplicate[]) => {
    setReported({ question: questionAbout(registration), candidates: missing })
    setDemanded(({ times }) => ({ key: keyOf(missing), times: times + 1 }))
  }

  const findFor = async (asked: string): Promise<readonly PossibleDuplicate[]> => {
    if (asked === '') return []
    if (asked === question && (isReported || isCurrent)) return candidates
    // The server checks again, so a failure here does not block.
    return client.fetchQuery(duplicatesQueryOf(asked)).catch(() => candidates)
  }

  return {
    candidates,
    isNeeded: candidates.some(stopsRegistration),
    areDifferent,
    setDifferent,
    isMissing: !areDifferent && demanded.key === key,
    choiceRef,
    demand,
    find: (registration: Registration) => findFor(questionAbout(registration)),
    /** True if the user marked these as different people; asks for the decision otherwise. */
    isDecided(registration: Registration, present: readonly PossibleDuplicate[]): boolean {
      if (!present.some(stopsRegistration) || (areDifferent && keyOf(present) === key)) return true
      demand(registration, present)
      return false
    },
  }
}
