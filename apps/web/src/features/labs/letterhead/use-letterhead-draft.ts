import type { FormInput, LetterheadFields } from '@zelab/contract'
import { letterheadForm } from '@zelab/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'

export type LetterheadInput = FormInput<typeof letterheadForm>
export type LetterheadUseForm = UseFormReturn<LetterheadInput, unknown, LetterheadFields>

const PAUSE_MS = 500

/** The preview shows the letterhead whether or not it is used. */
const shownOf = (fields: LetterheadFields): LetterheadFields => ({ ...fields, isUsed: true })

/**
 * What the preview shows: the form as of the last pause in which it was valid. In a pause, the errors of fields are shown.
 * @param stored the values that the form starts with
 */
export const useLetterheadDraft = (form: LetterheadUseForm, stored: LetterheadFields): LetterheadFields => {
  const [draft, setDraft] = useState(() => shownOf(stored))
  const typed = JSON.stringify(useWatch({ control: form.control }))
  const takeOver = useEffectEvent((values: unknown) => {
    const checked = letterheadForm.safeParse(values)
    if (checked.success) setDraft(shownOf(checked.data))
    void form.trigger()
  })
  useEffect(() => {
    const timer = setTimeout(() => takeOver(JSON.parse(typed)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return draft
}
