import { SUCCESS } from '@zelab/contract/messages'
import { useRef, useState, type SubmitEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { toastSuccess } from '../feedback/toasts.ts'
import { showRefusal } from './form-resolver.ts'
import { useUnsavedForm } from './unsaved-form.ts'

export interface SavedForm<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  /** Unique among the forms of the page. */
  name: string
  /** Neither kept when the session ends nor asked about before it is discarded. */
  isSecret?: boolean
  /** Fields that are not kept when the session ends. */
  except?: readonly string[]
  onSave: (checked: Checked) => Promise<unknown>
  /** Shows a refusal; by default at its fields. */
  onRefusal?: (error: unknown) => void
  onSaved?: (() => void) | undefined
  /** Null when `onSave` shows the message. */
  success?: string | null
  /** Asked before saving. */
  question?:
    | ((checked: Checked) => {
        title: string
        message: string
        confirmLabel: string
        pendingLabel: string
      })
    | undefined
}

/** The form library focuses only fields that it has registered. */
const focusFirstError = (form: HTMLFormElement) =>
  requestAnimationFrame(() => {
    const invalid = form.querySelectorAll<HTMLElement>('[aria-invalid=true]')
    if (![...invalid].some((field) => field === document.activeElement)) invalid[0]?.focus()
  })

/** Saving a form once, after its question. */
export const useFormSaving = <Fields extends FieldValues, Checked>({
  form,
  name,
  isSecret = false,
  except = [],
  onSave,
  onRefusal = (error) => showRefusal(error, form),
  onSaved,
  success = SUCCESS.saved,
  question,
}: SavedForm<Fields, Checked>) => {
  const [isSaving, setIsSaving] = useState(false)
  // A second submit may come before the first one is rendered.
  const isRunning = useRef(false)
  const [asked, setAsked] = useState<Checked>()
  const markSaved = useUnsavedForm(form, { name, isSecret, except })

  const save = async (checked: Checked) => {
    if (isRunning.current) return
    isRunning.current = true
    setIsSaving(true)
    try {
      await onSave(checked)
      markSaved()
      if (success !== null) toastSuccess(success)
      onSaved?.()
    } catch (error) {
      onRefusal(error)
    }
    setAsked(undefined)
    isRunning.current = false
    setIsSaving(false)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // React events bubble through portals to a form around the dialog.
    event.stopPropagation()
    const element = event.currentTarget
    void form.handleSubmit(
      async (checked) => (question ? setAsked(() => checked) : save(checked)),
      () => focusFirstError(element),
    )(event)
  }
  const confirmation = question && asked !== undefined && (
    <ConfirmDialog
      isOpen
      isOnTop
      {...question(asked)}
      isPending={isSaving}
      onConfirm={() => void save(asked)}
      onCancel={() => setAsked(undefined)}
    />
  )
  return { isSaving, submit, confirmation }
}
