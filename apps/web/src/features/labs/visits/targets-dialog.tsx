import { TextInput } from '@mantine/core'
import type { FormInput, FormOutput } from '@zelab/contract'
import { targetsForm } from '@zelab/contract'
import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import { useForm } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import classes from './lab-visits.module.css'
import * as texts from './texts.ts'
import { TurnaroundDialog, type TurnaroundDialogProps } from './turnaround-form.tsx'

/** A target per report type; blank has none. */
export function TargetsDialog({ labId, settings, onClose }: TurnaroundDialogProps) {
  const all = useAppDataStore((state) => state.reportTypes)
  const types = all.filter(({ id }) => id !== ALL_REPORT_TYPES.id)
  const minutesOf = new Map(settings.targets.map(({ reportTypeId, minutes }) => [reportTypeId, minutes]))
  const form = useForm<FormInput<typeof targetsForm>, unknown, FormOutput<typeof targetsForm>>({
    resolver: formResolver(targetsForm),
    defaultValues: {
      targets: types.map(({ id }) => {
        const minutes = minutesOf.get(id)
        return { reportTypeId: id, minutes: minutes === undefined ? '' : texts.typedHours(minutes) }
      }),
    },
  })
  const { errors } = form.formState
  return (
    <TurnaroundDialog
      labId={labId}
      settings={settings}
      title={texts.editTargets}
      form={form}
      toChanges={({ targets }) => ({
        targets: targets.flatMap(({ reportTypeId, minutes }) =>
          minutes === undefined ? [] : [{ reportTypeId, minutes }],
        ),
      })}
      onClose={onClose}
    >
      <p className={classes.hint}>{texts.targetsHint}</p>
      <div className={classes.targets}>
        {types.map(({ id, title }, index) => (
          <TextInput
            key={id}
            label={title}
            autoComplete="off"
            dir="ltr"
            data-autofocus={index === 0 || undefined}
            error={errors.targets?.[index]?.minutes?.message}
            {...form.register(`targets.${index}.minutes`)}
          />
        ))}
      </div>
    </TurnaroundDialog>
  )
}
