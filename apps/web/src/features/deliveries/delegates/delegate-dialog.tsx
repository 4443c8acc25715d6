import { Button, Checkbox } from '@mantine/core'
import type { Delegate, PatientRow } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSaveDelegate } from './queries.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import { showRefusal } from '../../../ui/form/field-errors.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../ui/form/unsaved-form.ts'
import * as words from '../texts.ts'
import classes from './delegate-dialog.module.css'
import { DelegateFieldset } from './delegate-fieldset.tsx'
import {
  delegateFieldsOf,
  delegateResolver,
  newDelegateFields,
  type CheckedDelegate,
  type DelegateFields,
} from './delegate-form.ts'
import * as texts from './texts.ts'

interface DelegateDialogProps {
  patient: PatientRow
  delegate: Delegate | undefined
  onClose: () => void
}

export function DelegateDialog({ patient, delegate, onClose }: DelegateDialogProps) {
  const save = useSaveDelegate(patient.id, delegate?.id)
  const [agreement, setAgreement] = useState({ isGiven: false, isMissing: false })
  const form = useForm<DelegateFields, unknown, CheckedDelegate>({
    resolver: delegateResolver(delegate?.phone ?? null),
    defaultValues: delegate ? delegateFieldsOf(delegate) : newDelegateFields(patient),
  })
  const markSaved = useUnsavedForm(form, { name: `delegate ${delegate?.id ?? 'new'}` })
  const submit = form.handleSubmit((checked) => {
    if (!agreement.isGiven) return
    save.mutate(checked, {
      onSuccess: () => {
        markSaved()
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => showRefusal(error, form),
    })
  })
  return (
    <FormModal
      opened
      onClose={() => !save.isPending && onClose()}
      title={delegate ? texts.changeTitle : texts.addTitle}
      size="36rem"
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          setAgreement(({ isGiven }) => ({ isGiven, isMissing: !isGiven }))
          void submit(event)
        }}
      >
        {delegate && <p className={classes.hint}>{texts.changeHint}</p>}
        <DelegateFieldset form={form} />
        <Checkbox
          label={texts.agreement}
          checked={agreement.isGiven}
          error={agreement.isMissing && texts.agreementMissing}
          aria-invalid={agreement.isMissing}
          onChange={({ currentTarget: { checked } }) => setAgreement({ isGiven: checked, isMissing: false })}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {words.cancel}
          </Button>
          <SubmitButton isPending={save.isPending} pendingLabel={words.saving}>
            {delegate ? words.saveChanges : texts.add}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
