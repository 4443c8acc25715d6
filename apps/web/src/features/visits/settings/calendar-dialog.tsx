import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OpeningHours, Saved, TurnaroundSettings } from '@zelab/contract'
import { calendarForm } from '@zelab/contract'
import { HOLIDAYS_MAX, SEASONS_MAX } from '@zelab/contract/limits'
import { Controller, useFieldArray, useWatch } from 'react-hook-form'
import { Hint } from '../../../ui/display/inline.tsx'
import { WEEKDAYS } from '../../../entities/visit/texts.ts'
import { foreignLabZone } from '../../../lib/local-moment.ts'
import { DateField } from '../../../ui/form/date-field.tsx'
import { TimeField } from '../../../ui/form/time-field.tsx'
import { Entries } from '../../../ui/form/entries.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import {
  fieldProps,
  useSchemaForm,
  type SchemaForm,
  settingsChanges,
} from '../../../ui/form/form-resolver.ts'
import type { LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import * as texts from './texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { pageApi } from '../../../lib/page-api.ts'

type Form = SchemaForm<typeof calendarForm>

/** Midnight is typed as 12:00 AM, also at the end of a day. */
const typedTime = (time: string) => (time === '24:00' ? '00:00' : time)
const typedPart = ({ from, to }: { from: string; to: string }) => ({ from, to: typedTime(to) })
const typedHours = ({ second, ...first }: OpeningHours) => ({
  ...typedPart(first),
  hasSecond: second !== undefined,
  second: second ? typedPart(second) : { from: '', to: '' },
})
const typedDay = (hours: TurnaroundSettings['week'][number]) => ({
  isOpen: hours !== null,
  ...typedHours(hours ?? { from: '08:00', to: '17:00' }),
})

export function CalendarDialog({
  labId,
  settings,
  onClose,
}: LabSettingsDialogProps<Saved<TurnaroundSettings>>) {
  const update = useEndpoint(pageApi.turnaround.updateSettings, { id: labId })
  // A change by another user stays a conflict until the dialog is opened again.
  const [{ updatedAt }] = useState(settings)
  const form = useSchemaForm(calendarForm, {
    defaultValues: {
      week: settings.week.map(typedDay),
      holidays: settings.holidays.map(({ hours, ...holiday }) => ({ ...holiday, hours: typedDay(hours) })),
      seasons: settings.seasons.map(({ hours, ...season }) => ({ ...season, hours: typedHours(hours) })),
    },
  })
  const { week } = form.formState.errors
  const zone = foreignLabZone()
  const weekProblem = week?.root?.message ?? week?.message
  return (
    <FormDialog
      title={texts.editCalendar}
      name={`calendar of lab ${labId}`}
      form={form}
      onSave={(checked) => update.mutateAsync({ ...settingsChanges(form, checked, settings), updatedAt })}
      onClose={onClose}
      size="40rem"
    >
      <Stack component="fieldset" gap="xs">
        <legend>{texts.workingHours}</legend>
        <Hint>
          {texts.workingHoursHint} {zone && texts.timesOf(zone)}
        </Hint>
        {WEEKDAYS.map((day, index) => (
          <OpenDay key={day} form={form} name={`week.${index}`} day={day} />
        ))}
        <CopyHours form={form} />
        {weekProblem && (
          <Text size="sm" c="var(--negative-text)" role="alert">
            {weekProblem}
          </Text>
        )}
      </Stack>
      <Holidays form={form} />
      <Seasons form={form} />
    </FormDialog>
  )
}

/** Copies the hours of the first open day to the other open days. */
function CopyHours({ form }: { form: Form }) {
  const week = useWatch({ control: form.control, name: 'week' })
  const first = week.findIndex(({ isOpen }) => isOpen)
  const copy = () =>
    week.forEach(({ isOpen }, index) => {
      if (isOpen && index > first)
        form.setValue(`week.${index}`, structuredClone(form.getValues(`week.${first}`)), {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
    })
  return (
    first >= 0 && (
      <Group>
        <Button size="xs" variant="default" onClick={copy}>
          {texts.copyHours(WEEKDAYS[first] ?? '')}
        </Button>
      </Group>
    )
  )
}

type DayName = `week.${number}`
type HoursName = DayName | `holidays.${number}.hours` | `seasons.${number}.hours`

function OpenDay({ form, name, day }: { form: Form; name: DayName; day: string }) {
  const isOpen = useWatch({ control: form.control, name: `${name}.isOpen` })
  return (
    <Group gap="xs" mih="2.25rem">
      <Checkbox label={day} miw="8rem" {...fieldProps(form, `${name}.isOpen`)} />
      {isOpen ? <Hours form={form} name={name} day={day} /> : <Hint span>{texts.closed}</Hint>}
    </Group>
  )
}

function Hours({ form, name, day }: { form: Form; name: HoursName; day: string }) {
  const hasSecond = useWatch({ control: form.control, name: `${name}.hasSecond` })
  return (
    // In an entry on a row of their own.
    <Group gap="xs" flex="1 1 17rem" style={{ gridColumn: '1 / -1' }}>
      <Times form={form} name={name} opens={texts.opens} closes={texts.closes} day={day} />
      <Checkbox
        label={texts.secondPart}
        aria-label={texts.timeOf(texts.secondPart, day)}
        {...fieldProps(form, `${name}.hasSecond`)}
      />
      {hasSecond && (
        <Times
          form={form}
          name={`${name}.second`}
          opens={texts.opensAgain}
          closes={texts.closesAgain}
          day={day}
        />
      )}
    </Group>
  )
}

interface TimesProps {
  form: Form
  name: HoursName | `${HoursName}.second`
  opens: string
  closes: string
  day: string
}

function Times({ form, name, opens, closes, day }: TimesProps) {
  const { from, to } = useWatch({ control: form.control, name })
  const isNight = to !== '' && to !== '00:00' && to < from
  return (
    <Group gap="xs">
      {(['from', 'to'] as const).map((end) => (
        <TimeField
          key={end}
          form={form}
          name={`${name}.${end}`}
          aria-label={texts.timeOf(end === 'from' ? opens : closes, day)}
          description={end === 'to' && isNight && texts.nextDay}
        />
      ))}
    </Group>
  )
}

type DateName = `holidays.${number}.date` | `seasons.${number}.fromDate` | `seasons.${number}.toDate`

function Day({ form, name, label }: { form: Form; name: DateName; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <DateField {...field} label={label} isTidied error={fieldState.error?.message} />
      )}
    />
  )
}

function Name({ form, name }: { form: Form; name: `holidays.${number}.name` | `seasons.${number}.name` }) {
  return <TextInput label={texts.name} autoComplete="off" {...fieldProps(form, name)} />
}

function Holidays({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'holidays' })
  return (
    <Entries
      legend={texts.holidays}
      entries={fields}
      nameOf={texts.holiday}
      addLabel={texts.addHoliday}
      isFull={fields.length >= HOLIDAYS_MAX}
      onAdd={() => append({ date: '', name: '', hours: typedDay(null) })}
      onRemove={remove}
    >
      {(index) => (
        <>
          <Day form={form} name={`holidays.${index}.date`} label={texts.date} />
          <Name form={form} name={`holidays.${index}.name`} />
          <HolidayHours form={form} name={`holidays.${index}.hours`} day={texts.holiday(index + 1)} />
        </>
      )}
    </Entries>
  )
}

function HolidayHours({ form, name, day }: { form: Form; name: `holidays.${number}.hours`; day: string }) {
  const isOpen = useWatch({ control: form.control, name: `${name}.isOpen` })
  return (
    <>
      <Group mih="2.25rem">
        <Checkbox label={texts.openThen} {...fieldProps(form, `${name}.isOpen`)} />
      </Group>
      {isOpen && <Hours form={form} name={name} day={day} />}
    </>
  )
}

function Seasons({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'seasons' })
  return (
    <Entries
      legend={texts.seasons}
      hint={texts.seasonsHint}
      entries={fields}
      nameOf={texts.season}
      addLabel={texts.addSeason}
      isFull={fields.length >= SEASONS_MAX}
      onAdd={() =>
        append({ name: '', fromDate: '', toDate: '', hours: typedHours({ from: '09:00', to: '14:00' }) })
      }
      onRemove={remove}
    >
      {(index) => (
        <>
          <Name form={form} name={`seasons.${index}.name`} />
          <Day form={form} name={`seasons.${index}.fromDate`} label={texts.firstDay} />
          <Day form={form} name={`seasons.${index}.toDate`} label={texts.lastDay} />
          <Hours form={form} name={`seasons.${index}.hours`} day={texts.season(index + 1)} />
        </>
      )}
    </Entries>
  )
}
