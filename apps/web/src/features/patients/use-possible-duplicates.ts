import { useQuery } from '@tanstack/react-query'
import type { PossibleDuplicate } from '@zelab/contract'
import { findDuplicatesBody } from '@zelab/contract'
import { SEARCH_DELAY_MS } from '@zelab/contract/limits'
import { useEffect, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import type { DuplicateQuestion } from '../../lib/queries/patient-records.ts'
import { duplicatesQuery } from '../../lib/queries/patient-records.ts'
import type { RegistrationFields } from './registration-form.ts'

const { fullName, dob, emrId, email } = findDuplicatesBody.shape

interface FieldSchema {
  safeParse: (typed: string) => { data?: string | undefined }
}
const ifValid = (schema: FieldSchema, typed: string): string | undefined => schema.safeParse(typed).data

/** What the entries so far allow to ask for, as one text to compare; empty when that is nothing. */
const questionOf = (typed: Pick<RegistrationFields, 'fullName' | 'dob' | 'emrId' | 'email'>): string => {
  const name = ifValid(fullName, typed.fullName)
  const born = ifValid(dob, typed.dob)
  const question: DuplicateQuestion = {
    // A name says nothing without the date of birth, nor the other way round.
    ...(name && born && { fullName: name, dob: born }),
    emrId: ifValid(emrId, typed.emrId),
    email: ifValid(email, typed.email),
  }
  return Object.values(question).some(Boolean) ? JSON.stringify(question) : ''
}

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * Records that may be the person in the form, a moment after the last key. A failure shows none: this is a hint
 * and never stands in the way.
 */
export const usePossibleDuplicates = (
  control: Control<RegistrationFields>,
  exceptId: number | undefined,
): readonly PossibleDuplicate[] => {
  const [name, born, emr, mail] = useWatch({ control, name: ['fullName', 'dob', 'emrId', 'email'] })
  const question = useSettled(questionOf({ fullName: name, dob: born, emrId: emr, email: mail }))
  const { data } = useQuery({
    ...duplicatesQuery({ ...(question && (JSON.parse(question) as DuplicateQuestion)), exceptId }),
    enabled: question !== '',
    placeholderData: (previous) => (question === '' ? undefined : previous),
  })
  return question === '' ? [] : (data ?? [])
}
