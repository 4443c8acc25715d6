import { Button, Stack, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { DialogActions } from '../feedback/dialog-actions.tsx'
import { useIsPhoneWidth } from '../layout/window.ts'
import * as texts from '../texts.ts'
import { FormModal } from './form-modal.tsx'
import { useFormSaving, type SavedForm } from './form-saving.tsx'
import { SubmitButton } from './submit-button.tsx'

interface FormDialogProps<Fields extends FieldValues, Checked> extends Omit<
  SavedForm<Fields, Checked>,
  'name'
> {
  title: string
  /** The patient, above everything else. */
  head?: ReactNode
  /** Describes the dialog. */
  lead?: string | undefined
  name?: string
  /** `onSaved` closes the dialog by default. */
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

/** A dialog with a form, mounted while it is open. It closes once saved, and returns the focus. */
export function FormDialog<Fields extends FieldValues, Checked>({
  title,
  head,
  lead,
  form,
  name = title,
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
  onSaved = onClose,
  ...saving
}: FormDialogProps<Fields, Checked>) {
  const id = useId()
  const isPhone = useIsPhoneWidth()
  const { isSaving, submit, confirmation } = useFormSaving({ ...saving, form, name, onSaved })
  return (
    <FormModal
      id={id}
      opened
      onClose={() => !isSaving && onClose()}
      title={title}
      size={isLarge ? '66rem' : size}
      {...(isPhone && { padding: 'md', fullScreen: isLarge })}
    >
      <form id={`${id}-form`} onSubmit={submit} noValidate>
        <Stack>
          {head}
          {lead && (
            <Text id={`${id}-body`} size="sm" c="var(--secondary)">
              {lead}
            </Text>
          )}
          {children}
          <DialogActions>
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
          </DialogActions>
        </Stack>
      </form>
      {confirmation}
    </FormModal>
  )
}
