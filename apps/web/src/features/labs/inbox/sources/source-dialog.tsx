import { Button } from '@mantine/core'
import type { InboxSource, InboxSourceFields, InboxSources, Saved } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useSaveInboxSource } from '../queries.ts'
import { FormModal } from '../../../../ui/form/form-modal.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts.ts'
import { showRefusal } from '../../../../ui/form/field-errors.ts'
import { SubmitButton } from '../../../../ui/form/submit-button.tsx'
import { useUnsavedForm } from '../../../../ui/form/unsaved-form.ts'
import { AutomaticFields } from './automatic-fields.tsx'
import { FolderFields, HL7Fields, KindField, NameField, OnField } from './source-fields.tsx'
import type { SourceFields } from './source-form.ts'
import { newSourceFields, sourceFieldsOf, sourceResolver } from './source-form.ts'
import classes from './source-dialog.module.css'
import * as texts from './texts.tsx'

interface SourceDialogProps {
  labId: number
  sources: Saved<InboxSources>
  source: InboxSource | undefined
  onClose: () => void
}

export function SourceDialog({ labId, sources, source, onClose }: SourceDialogProps) {
  const [opened] = useState(sources)
  const save = useSaveInboxSource(labId, source && { id: source.id, updatedAt: opened.updatedAt })
  const form = useForm<SourceFields, unknown, InboxSourceFields>({
    resolver: sourceResolver,
    defaultValues: source ? sourceFieldsOf(source, sources) : newSourceFields(sources),
  })
  const markSaved = useUnsavedForm(form, { name: `inbox source ${source?.id ?? `new in lab ${labId}`}` })
  const kind = useWatch({ control: form.control, name: 'kind' })
  const submit = form.handleSubmit((checked) =>
    save.mutate(checked, {
      onSuccess: () => {
        markSaved()
        toastSuccess(SUCCESS.saved)
        onClose()
      },
      onError: (error) => showRefusal(error, form),
    }),
  )
  return (
    <FormModal
      opened
      onClose={() => !save.isPending && onClose()}
      title={source ? texts.editTitle : texts.addTitle}
      size="36rem"
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <KindField form={form} sources={sources} isFixed={source !== undefined} />
        <NameField form={form} isFirst={source !== undefined} />
        {kind === 'folder' ? (
          <FolderFields form={form} root={sources.root} />
        ) : (
          <HL7Fields form={form} port={sources.hl7Port} />
        )}
        <OnField form={form} />
        <AutomaticFields form={form} publishers={sources.publishers} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {texts.cancel}
          </Button>
          <SubmitButton
            isPending={save.isPending}
            pendingLabel={texts.saving}
            disabled={source !== undefined && !form.formState.isDirty}
          >
            {source ? texts.saveChanges : texts.addSource}
          </SubmitButton>
        </div>
      </form>
    </FormModal>
  )
}
