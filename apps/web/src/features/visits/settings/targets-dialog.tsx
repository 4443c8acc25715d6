import { SimpleGrid, TextInput } from '@mantine/core'
import type { Saved, TurnaroundSettings } from '@zelab/contract'
import { targetsForm } from '@zelab/contract'
import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import { useState } from 'react'
import { Hint } from '../../../ui/display/inline.tsx'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm } from '../../../ui/form/form-resolver.ts'
import type { LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'

/** A target per report type; blank has none. */
export function TargetsDialog({
  labId,
  settings,
  onClose,
}: LabSettingsDialogProps<Saved<TurnaroundSettings>>) {
  const update = useEndpoint(pageApi.turnaround.updateSettings, { id: labId })
  // A change by another user stays a conflict until the dialog is opened again.
  const [{ updatedAt }] = useState(settings)
  const all = useAppDataStore((state) => state.reportTypes)
  const types = all.filter(({ id }) => id !== ALL_REPORT_TYPES.id)
  const minutesOf = new Map(settings.targets.map(({ reportTypeId, minutes }) => [reportTypeId, minutes]))
  const form = useSchemaForm(targetsForm, {
    defaultValues: {
      targets: types.map(({ id }) => {
        const minutes = minutesOf.get(id)
        return { reportTypeId: id, minutes: minutes === undefined ? '' : texts.hours(minutes) }
      }),
    },
  })
  return (
    <FormDialog
      title={texts.editTargets}
      name={`targets of lab ${labId}`}
      form={form}
      onSave={({ targets }) =>
        update.mutateAsync({
          updatedAt,
          targets: targets.flatMap(({ reportTypeId, minutes }) =>
            minutes === undefined ? [] : [{ reportTypeId, minutes }],
          ),
        })
      }
      onClose={onClose}
      size="40rem"
    >
      <Hint>{texts.targetsHint}</Hint>
      <SimpleGrid minColWidth="14rem" spacing="md" style={{ alignItems: 'end' }}>
        {types.map(({ id, title }, index) => (
          <TextInput
            key={id}
            label={title}
            autoComplete="off"
            dir="ltr"
            data-autofocus={index === 0 || undefined}
            {...fieldProps(form, `targets.${index}.minutes`)}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  )
}
