import { useEffect, useEffectEvent, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { TypedInput } from '../../lib/unsaved-input.ts'
import { forgetInput, keptInput, registerForm } from '../../lib/unsaved-input.ts'
import * as texts from '../texts.ts'
import { toastSuccess } from '../feedback/toasts.ts'

interface UnsavedInput {
  /** What every other form on the same page is not called. */
  name: string
  /** What would be lost now; undefined when there is nothing. */
  read: () => TypedInput | undefined
  restore: (input: TypedInput) => void
}

/**
 * Warns before typed input is lost, and gives it back after the session ended in the middle of typing and the same
 * user signed in again. Returns what to call when all is saved, before leaving.
 */
export const useUnsavedInput = ({ name, read, restore }: UnsavedInput): (() => void) => {
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
  /** Never kept: passwords. */
  except?: readonly string[]
  /** State of the form besides its fields. The creator of the form reads it from the kept input. */
  besides?: unknown
}

/** The same for React Hook Form. Only changed fields are restored, over the current values of the record. */
export const useUnsavedForm = <Fields extends FieldValues, Context, Checked>(
  form: UseFormReturn<Fields, Context, Checked>,
  { name, except = [], besides }: UnsavedForm,
): (() => void) => {
  const { dirtyFields, isDirty } = form.formState
  return useUnsavedInput({
    name,
    read: () => {
      if (!isDirty) return undefined
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
