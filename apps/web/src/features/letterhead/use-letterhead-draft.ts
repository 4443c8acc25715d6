import type { LetterheadFields } from '@zelab/contract'
import { letterheadForm } from '@zelab/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { SchemaForm } from '../../ui/form/form-resolver.ts'

const PAUSE_MS = 500

/** The preview shows the letterhead even when it is switched off. */
const shownOf = (fields: LetterheadFields): LetterheadFields => ({ ...fields, isUsed: true })

/** The form as of the last pause in which it was valid. Each pause also validates the fields. */
export const useLetterheadDraft = (
  form: SchemaForm<typeof letterheadForm>,
  stored: LetterheadFields,
): LetterheadFields => {
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
