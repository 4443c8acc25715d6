import { Button } from '@mantine/core'
import type { InboxSettings, InboxSettingsFields, Saved } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { useUpdateInboxSettings } from '../queries.ts'
import { useTryInboxSettings } from '../queries.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts.ts'
import { showFieldErrors, showRefusal } from '../../../../ui/form/field-errors.ts'
import { settingsChanges } from '../../../../ui/form/settings-changes.ts'
import { SubmitButton } from '../../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../../ui/form/unsaved-form.ts'
import { PatternField } from './pattern-field.tsx'
import { RuleList } from './rule-list.tsx'
import classes from './rules-form.module.css'
import type { RulesFields } from './rules-form.ts'
import { rulesFieldsOf, rulesResolver } from './rules-form.ts'
import * as texts from './texts.tsx'
import { TrialResult } from './trial-result.tsx'

interface RulesFormProps {
  labId: number
  settings: Saved<InboxSettings>
  update: ReturnType<typeof useUpdateInboxSettings>
  onClose: () => void
}

export function RulesForm({ labId, settings, update, onClose }: RulesFormProps) {
  const form = useForm<RulesFields, unknown, InboxSettingsFields>({
    resolver: rulesResolver,
    defaultValues: rulesFieldsOf(settings),
  })
  // The list of rules replaces the stored one: a change by another user stays a conflict.
  const [opened] = useState(settings)
  const trial = useTryInboxSettings(labId)
  const markSaved = useUnsavedForm(form, { name: `inbox rules of lab ${labId}` })
  const rulesId = useId()
  const formId = useId()
  /** The form library can focus registered fields only, and a rule is not one. */
  const focusFirstError = () =>
    requestAnimationFrame(() =>
      document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  const save = form.handleSubmit(
    (checked) =>
      update.mutate(settingsChanges(form, checked, opened), {
        onSuccess: () => {
          markSaved()
          toastSuccess(SUCCESS.saved)
          onClose()
        },
        onError: (error) => showRefusal(error, form),
      }),
    focusFirstError,
  )
  const tryOut = form.handleSubmit(
    (checked) =>
      trial.mutate(checked, {
        onError: (error) => showFieldErrors(error, form),
      }),
    focusFirstError,
  )
  const isBusy = update.isPending || trial.isPending
  return (
    <form id={formId} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <PatternField form={form} />
      <section className={classes.part} aria-labelledby={rulesId}>
        <div>
          <h3 className={classes.heading} id={rulesId}>
            {texts.rules}
          </h3>
          <p className={classes.hint}>{texts.rulesHint}</p>
        </div>
        <RuleList form={form} />
      </section>
      <TrialResult form={form} trial={trial} />
      <div className={classes.bar}>
        <span className={classes.first}>
          <SubmitButton
            variant="default"
            isPending={trial.isPending}
            pendingLabel={texts.trying}
            disabled={isBusy}
            onClick={() => void tryOut()}
          >
            {texts.tryOut}
          </SubmitButton>
        </span>
        <Button variant="default" onClick={onClose} disabled={update.isPending}>
          {texts.cancel}
        </Button>
        <SubmitButton
          isPending={update.isPending}
          pendingLabel={texts.saving}
          disabled={isBusy || !form.formState.isDirty}
        >
          {texts.saveChanges}
        </SubmitButton>
      </div>
    </form>
  )
}
