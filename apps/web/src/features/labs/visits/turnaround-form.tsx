import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Saved, TurnaroundChanges, TurnaroundSettings } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { api } from '../../../lib/api-client.ts'
import { CACHE } from '../../../lib/queries/keys.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showRefusal } from '../../../ui/form/field-errors.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import * as words from '../texts.ts'
import classes from './lab-visits.module.css'

export interface TurnaroundDialogProps {
  labId: number
  settings: Saved<TurnaroundSettings>
  onClose: () => void
}

interface DialogFrame<Fields extends FieldValues, Checked> {
  labId: number
  settings: Saved<TurnaroundSettings>
  title: string
  form: UseFormReturn<Fields, unknown, Checked>
  toChanges: (checked: Checked) => TurnaroundChanges
  onClose: () => void
  children: ReactNode
}

/** Dialog around the fields of a form that changes a part of the settings. */
export function TurnaroundDialog<Fields extends FieldValues, Checked>({
  labId,
  settings,
  title,
  form,
  toChanges,
  onClose,
  children,
}: DialogFrame<Fields, Checked>) {
  // Each list replaces the stored one, so a change by another user stays a conflict until the dialog is opened again.
  const [{ updatedAt }] = useState(settings)
  const update = useMutation({
    mutationFn: (body: TurnaroundChanges) =>
      api.turnaround.updateSettings({ params: { id: String(labId) }, body: { ...body, updatedAt } }),
    meta: { invalidates: [CACHE.labs, CACHE.visits, CACHE.dashboard], afterRefusal: true },
  })
  const markSaved = useUnsavedForm(form, { name: `${title} of lab ${labId}` })
  const save = form.handleSubmit((checked) =>
    update.mutate(toChanges(checked), {
      onSuccess: () => {
        markSaved()
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => showRefusal(error, form),
    }),
  )
  return (
    <FormModal opened onClose={() => !update.isPending && onClose()} title={title} size="40rem">
      <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
        {children}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={update.isPending} pendingLabel={words.saving}>
            {words.saveChanges}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
