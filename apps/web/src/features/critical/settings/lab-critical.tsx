import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CriticalSettings, Saved } from '@zelab/contract'
import { CRITICAL_TARGETS } from '@zelab/contract/limits'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Hint } from '../../../ui/display/inline.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps, settingsChanges } from '../../../ui/form/form-resolver.ts'
import * as words from '../../../ui/texts.ts'
import { LabSettingsCard, type LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import { StaffField } from './staff-field.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

const namesOf = (people: CriticalSettings['halfway'], none: string) =>
  people.length === 0 ? none : people.map(({ fullName }) => fullName).join(', ')

const factsOf = ({ isOn, targetMinutes, halfway, overdue }: CriticalSettings) => {
  const isNobody = overdue.length === 0 && halfway.length === 0
  return [
    { label: texts.uses, value: isOn ? texts.on : texts.off },
    { label: texts.target, value: texts.minutes(targetMinutes) },
    { label: texts.halfway, value: namesOf(halfway, isNobody ? texts.everyDoctor : texts.sameAsOverdue) },
    { label: texts.overdue, value: namesOf(overdue, isNobody ? texts.everyDoctor : texts.nobody) },
  ]
}

export function LabCritical({ labId }: { labId: number }) {
  return (
    <LabSettingsCard
      labId={labId}
      title={texts.criticalResults}
      query={useQuery(endpointQuery(api.critical.getCriticalSettings, { params: { id: labId } }))}
      facts={factsOf}
      edits={[[words.edit, CriticalDialog]]}
    />
  )
}

const PEOPLE = [
  ['halfway', texts.halfway, texts.halfwayHint],
  ['overdue', texts.overdue, texts.overdueHint],
] as const

function CriticalDialog({ labId, settings, onClose }: LabSettingsDialogProps<Saved<CriticalSettings>>) {
  const update = useEndpoint(api.critical.updateCriticalSettings, { id: labId })
  // The list of people replaces the stored one: a change by another user stays a conflict.
  const [opened] = useState(settings)
  const form = useForm({ defaultValues: { ...opened, targetMinutes: String(opened.targetMinutes) } })
  return (
    <FormDialog
      title={texts.criticalResults}
      name={`critical results of lab ${labId}`}
      form={form}
      onSave={(fields) => {
        const { halfway, overdue, targetMinutes, isOn, updatedAt } = settingsChanges(form, fields, opened)
        return update.mutateAsync({
          ...(isOn !== undefined && { isOn }),
          ...(targetMinutes !== undefined && { targetMinutes: Number(targetMinutes) }),
          ...(halfway && { halfwayUserIds: halfway.map(({ id }) => id) }),
          ...(overdue && { overdueUserIds: overdue.map(({ id }) => id) }),
          updatedAt,
        })
      }}
      onClose={onClose}
    >
      <Checkbox label={texts.use} description={texts.useHint} data-autofocus {...fieldProps(form, 'isOn')} />
      <NativeSelect
        label={texts.target}
        size="md"
        data={CRITICAL_TARGETS.map((minutes) => ({ value: String(minutes), label: texts.minutes(minutes) }))}
        {...fieldProps(form, 'targetMinutes')}
      />
      {PEOPLE.map(([name, label, description]) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <StaffField {...{ labId, label, description, value, onChange }} />
          )}
        />
      ))}
      <Hint>{texts.channels}</Hint>
    </FormDialog>
  )
}
