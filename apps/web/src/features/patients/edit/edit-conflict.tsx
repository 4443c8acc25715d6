import { FieldValue } from '../patient-cells.tsx'
import { Button, Group, Stack } from '@mantine/core'
import type { PatientRow } from '@zelab/contract'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { FormField } from './edit-form-fields.ts'
import { FORM_PATHS } from './edit-form-fields.ts'
import { FIELD_LABELS, fieldsThatDiffer, valuesOf } from '../patient-fields.ts'
import type { Registration, RegistrationFields } from '../form/patient-form.ts'
import * as texts from '../texts.tsx'

interface EditConflictProps {
  form: UseFormReturn<RegistrationFields, unknown, Registration>
  opened: PatientRow
  present: PatientRow
}

export function EditConflict({ form, opened, present }: EditConflictProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The submit button is far below. Braces, because newer browsers return a promise here.
    place.current?.scrollIntoView({ block: 'center' })
  }, [present])
  const now = valuesOf(present)
  const changed = fieldsThatDiffer(valuesOf(opened), now).filter(
    (field): field is FormField => field in FORM_PATHS,
  )
  return (
    <div ref={place}>
      <Notice tone="warning" role="alert" title={texts.changedByAnotherUser}>
        <p>{texts.conflictHint}</p>
        <Stack component="ul" gap="xs" mt="xs">
          {changed.map((field) => (
            <Change key={field} form={form} field={field} now={now[field]} />
          ))}
        </Stack>
      </Notice>
    </div>
  )
}

function Change({
  form,
  field,
  now,
}: {
  form: EditConflictProps['form']
  field: FormField
  now: string | null
}) {
  const path = FORM_PATHS[field]
  const entered = useWatch({ control: form.control, name: path })
  const take = () => form.setValue(path, now ?? '', { shouldDirty: true, shouldValidate: true })
  return (
    <Group component="li" gap="0.25rem 0.75rem">
      <span>
        {texts.fieldIsNow(
          FIELD_LABELS[field],
          <b>
            <FieldValue field={field} value={now} />
          </b>,
          entered !== (now ?? '') && <FieldValue field={field} value={entered} />,
        )}
      </span>
      {entered !== (now ?? '') && (
        <Button size="compact-xs" variant="default" onClick={take}>
          {texts.takeNewValue}
        </Button>
      )}
    </Group>
  )
}
