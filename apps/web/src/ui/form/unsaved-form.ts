import { useEffect, useEffectEvent, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { TypedInput } from '../../lib/unsaved-input.ts'
import { forgetInput, keptInput, registerForm } from '../../lib/unsaved-input.ts'
import * as texts from './texts.ts'
import { toastSuccess } from '../feedback/toasts.ts'

interface UnsavedInput {
  /** Unique among the forms of the page. */
  name: string
  read: () => TypedInput | undefined
  restore: (input: TypedInput) => void
}

/** Restores input for the same user after the session ended. Returns a function to call after saving. */
const useUnsavedInput = ({ name, read, restore }: UnsavedInput): (() => void) => {
  const isSaved = useRef(false)
  const readNow = useEffectEvent(() => (isSaved.current ? undefined : read()))
  const giveBack = useEffectEvent(() => {
    const input = keptInput(name)
    if (!input) return
    forgetInput(name)
    restore(input)
    if (!input.isQuiet) toastSuccess(texts.typedIsBack)
  })
  useEffect(() => {
    giveBack()
    return registerForm({ name, read: () => readNow() })
  }, [name])
  return () => {
    isSaved.current = true
  }
}

interface UnsavedForm {
  name: string
  /** Fields that are never kept, such as passwords. */
  except?: readonly string[]
  isSecret?: boolean
  /** State of the form outside its fields, read by the form's creator. */
  besides?: unknown
}

/** `useUnsavedInput` for React Hook Form. Restores changed fields only, over the record's current values. */
export const useUnsavedForm = <Fields extends FieldValues, Context, Checked>(
  form: UseFormReturn<Fields, Context, Checked>,
  { name, except = [], isSecret = false, besides }: UnsavedForm,
): (() => void) => {
  const { dirtyFields, isDirty } = form.formState
  return useUnsavedInput({
    name,
    read: () => {
      if (!isDirty || isSecret) return undefined
      const all = form.getValues()
      const names = Object.keys(dirtyFields).filter((field) => !except.includes(field))
      return { values: Object.fromEntries(names.map((field) => [field, all[field] as unknown])), besides }
    },
    restore: ({ values }) => {
      for (const [field, value] of Object.entries(values))
        form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true })
    },
  })
}
