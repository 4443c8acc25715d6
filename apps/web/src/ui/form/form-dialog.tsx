import { Button, Group, Stack, Text } from '@mantine/core'
import { SUCCESS } from '@zelab/contract/messages'
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { toastSuccess } from '../feedback/toasts.ts'
import { useIsPhoneWidth } from '../layout/window.ts'
import * as texts from '../texts.ts'
import { showRefusal } from './form-resolver.ts'
import classes from './form.module.css'
import { FormModal } from './form-modal.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useUnsavedForm } from './unsaved-form.ts'

interface FormDialogProps<Fields extends FieldValues, Checked> {
  title: string
  /** Describes the dialog. */
  lead?: string | undefined
  form: UseFormReturn<Fields, unknown, Checked>
  /** Unique among the forms of the page. */
  name?: string
  /** Neither kept when the session ends nor asked about before it is discarded. */
  isSecret?: boolean
  onSave: (checked: Checked) => Promise<unknown>
  /** Shows a refusal; by default at its fields. */
  onRefusal?: (error: unknown) => void
  /** Closes the dialog by default. */
  onSaved?: () => void
  /** Null when `onSave` shows the message. */
  success?: string | null
  /** Asked before saving. */
  question?: (checked: Checked) => {
    title: string
    message: string
    confirmLabel: string
    pendingLabel: string
  }
  onClose: () => void
  submitLabel?: string
  pendingLabel?: string
  isDangerous?: boolean
  isBlocked?: boolean
  /** Saves only what was changed. */
  needsChange?: boolean
  /** More buttons before Cancel. */
  actions?: ReactNode
  size?: string
  /** Wide, and the whole screen of a phone. */
  isLarge?: boolean
  children?: ReactNode
}

/** Mantine focuses the field a moment later, and what is typed until then is lost. */
const focusAtOnce = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })

/** A dialog with a form, mounted while it is open. It closes once saved, and returns the focus. */
export function FormDialog<Fields extends FieldValues, Checked>({
  title,
  lead,
  form,
  name = title,
  isSecret = false,
  onSave,
  onRefusal = (error) => showRefusal(error, form),
  onSaved,
  success = SUCCESS.saved,
  question,
  onClose,
  submitLabel = texts.saveChanges,
  pendingLabel = texts.saving,
  isDangerous = false,
  isBlocked = false,
  needsChange = false,
  actions,
  size = '36rem',
  isLarge = false,
  children,
}: FormDialogProps<Fields, Checked>) {
  const id = useId()
  const isPhone = useIsPhoneWidth()
  const [isSaving, setIsSaving] = useState(false)
  // A second submit may come before the first one is rendered.
  const isRunning = useRef(false)
  const [asked, setAsked] = useState<Checked>()
  const markSaved = useUnsavedForm(form, { name, isSecret })

  const save = async (checked: Checked) => {
    if (isRunning.current) return
    isRunning.current = true
    setIsSaving(true)
    try {
      await onSave(checked)
      markSaved()
      if (success !== null) toastSuccess(success)
      ;(onSaved ?? onClose)()
    } catch (error) {
      setAsked(undefined)
      onRefusal(error)
    }
    isRunning.current = false
    setIsSaving(false)
  }
  /** The form library focuses only fields that it has registered. */
  const focusFirstError = () =>
    requestAnimationFrame(() => {
      const invalid = document
        .getElementById(`${id}-form`)
        ?.querySelectorAll<HTMLElement>('[aria-invalid=true]')
      if (invalid && ![...invalid].some((field) => field === document.activeElement)) invalid[0]?.focus()
    })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // React events bubble through portals to a form around the dialog.
    event.stopPropagation()
    void form.handleSubmit(
      async (checked) => (question ? setAsked(() => checked) : save(checked)),
      focusFirstError,
    )(event)
  }
  return (
    <FormModal
      id={id}
      opened
      onClose={() => !isSaving && onClose()}
      title={title}
      size={isLarge ? '66rem' : size}
      {...(isPhone && { padding: 'md', fullScreen: isLarge })}
    >
      <form id={`${id}-form`} ref={focusAtOnce} onSubmit={submit} noValidate>
        <Stack>
          {lead && (
            <Text id={`${id}-body`} size="sm" c="var(--secondary)">
              {lead}
            </Text>
          )}
          {children}
          <Group justify="flex-end" gap="xs" className={classes.bar}>
            {actions}
            <Button variant="default" onClick={onClose} disabled={isSaving}>
              {texts.cancel}
            </Button>
            <SubmitButton
              {...(isDangerous && { color: 'red' })}
              isPending={isSaving}
              pendingLabel={pendingLabel}
              disabled={isBlocked || (needsChange && !form.formState.isDirty)}
            >
              {submitLabel}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
      {question && asked !== undefined && (
        <ConfirmDialog
          isOpen
          isOnTop
          {...question(asked)}
          isPending={isSaving}
          onConfirm={() => void save(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </FormModal>
  )
}
