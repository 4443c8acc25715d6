import { Stack } from '@mantine/core'
import type { PatientRow } from '@zelab/contract'
import { useGoBack } from '../../../ui/actions/go-back.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { PossibleDuplicates } from '../duplicates/possible-duplicates.tsx'
import { RegistrationFieldset } from '../form/patient-form-fields.tsx'
import * as texts from '../texts.tsx'
import { useEdit } from './use-edit.ts'
import * as shared from '../../../ui/texts.ts'

export function EditForm({ patient }: { patient: PatientRow }) {
  const goBack = useGoBack('/user/patients')
  const { form, present, failure, isPending, submit } = useEdit(patient)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {failure && (
          <Notice tone="negative" role="alert" title={texts.changesNotSaved}>
            {failure}
          </Notice>
        )}
        {present !== patient && <EditConflict form={form} opened={patient} present={present} />}
        <RegistrationFieldset
          form={form}
          isContactOptional
          notice={<PossibleDuplicates control={form.control} exceptId={patient.id} />}
          submitLabel={shared.saveChanges}
          pendingLabel={shared.saving}
          isPending={isPending}
          onCancel={goBack}
        />
      </Stack>
    </form>
  )
}
