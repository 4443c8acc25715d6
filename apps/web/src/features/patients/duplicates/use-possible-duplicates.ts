import { useQuery } from '@tanstack/react-query'
import type { PossibleDuplicate } from '@zelab/contract'
import { findDuplicatesBody } from '@zelab/contract'
import { useEffect, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import type { DuplicateQuestion } from '../queries.ts'
import { duplicatesQuery } from '../queries.ts'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'
import { SEARCH_DELAY_MS } from '../../../lib/limits.ts'

const { fullName, dob, emrId, nationalId, email } = findDuplicatesBody.shape

interface FieldSchema {
  safeParse: (typed: string | undefined) => { data?: string | undefined }
}
const ifValid = (schema: FieldSchema, typed: string | undefined): string | undefined =>
  schema.safeParse(typed).data

type Entries = { [Field in 'fullName' | 'dob' | 'emrId' | 'nationalId' | 'email']: string | undefined }

/** The search for duplicates as one comparable text; empty when the entries are not enough for a search. */
export const questionOf = (typed: Entries): string => {
  const name = ifValid(fullName, typed.fullName)
  const born = ifValid(dob, typed.dob)
  const question: DuplicateQuestion = {
    // A name identifies nobody without a date of birth, and vice versa.
    ...(name && born && { fullName: name, dob: born }),
    emrId: ifValid(emrId, typed.emrId),
    nationalId: ifValid(nationalId, typed.nationalId),
    email: ifValid(email, typed.email),
  }
  return Object.values(question).some(Boolean) ? JSON.stringify(question) : ''
}

export const duplicatesQueryOf = (question: string, exceptId?: number) =>
  duplicatesQuery({ ...(question && (JSON.parse(question) as DuplicateQuestion)), exceptId })

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

interface PossibleDuplicates {
  question: string
  found: readonly PossibleDuplicate[]
  /** True if `found` belongs to the current `question`. */
  isCurrent: boolean
}

/** Records that may be the person in the form, debounced. Errors are ignored. */
export const usePossibleDuplicates = (
  control: Control<RegistrationFields, unknown, Registration>,
  exceptId?: number,
): PossibleDuplicates => {
  const [name, born, emr, national, mail] = useWatch({
    control,
    name: ['fullName', 'dob', 'emrId', 'nationalId', 'email'],
  })
  const question = questionOf({ fullName: name, dob: born, emrId: emr, nationalId: national, email: mail })
  const settled = useSettled(question)
  const { data, isPlaceholderData } = useQuery({
    ...duplicatesQueryOf(settled, exceptId),
    enabled: settled !== '',
    placeholderData: (previous) => (settled === '' ? undefined : previous),
  })
  const found = settled === '' ? [] : (data ?? [])
  return { question, found, isCurrent: settled === question && data !== undefined && !isPlaceholderData }
}
