import { Button, Checkbox, TextInput } from '@mantine/core'
import type { FormInput, FormOutput, OpeningHours, TurnaroundSettings } from '@zelab/contract'
import { calendarForm } from '@zelab/contract'
import { EARLIEST_DAY, LATEST_DAY } from '@zelab/contract/fields/date-range'
import { HOLIDAYS_MAX, SEASONS_MAX } from '@zelab/contract/limits'
import { useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Controller, useFieldArray, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { foreignLabZone } from '../../../lib/local-moment.ts'
import { DateField } from '../../../ui/form/date-field.tsx'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { settingsChanges } from '../../../ui/form/settings-changes.ts'
import classes from './lab-visits.module.css'
import { WEEKDAYS } from '../../../entities/visit/texts.ts'
import * as texts from './texts.ts'
import { TurnaroundDialog, type TurnaroundDialogProps } from './turnaround-form.tsx'

type Fields = FormInput<typeof calendarForm>
type Form = UseFormReturn<Fields, unknown, FormOutput<typeof calendarForm>>

/** Time fields show midnight as 00:00, also at the end of a day. */
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

export function CalendarDialog({ labId, settings, onClose }: TurnaroundDialogProps) {
  const form: Form = useForm<Fields, unknown, FormOutput<typeof calendarForm>>({
    resolver: formResolver(calendarForm),
    defaultValues: {
      week: settings.week.map(typedDay),
      holidays: settings.holidays.map(({ hours, ...holiday }) => ({ ...holiday, hours: typedDay(hours) })),
      seasons: settings.seasons.map(({ hours, ...season }) => ({ ...season, hours: typedHours(hours) })),
    },
  })
  const { errors } = form.formState
  const zone = foreignLabZone()
  const weekProblem = errors.week?.root?.message ?? errors.week?.message
  return (
    <TurnaroundDialog
      labId={labId}
      settings={settings}
      title={texts.editCalendar}
      form={form}
      toChanges={(checked) => settingsChanges(form, checked, settings)}
      onClose={onClose}
    >
      <fieldset className={classes.group}>
        <legend>{texts.workingHours}</legend>
        <p className={classes.hint}>{texts.workingHoursHint}</p>
        {zone && <p className={classes.hint}>{texts.timesOf(zone)}</p>}
        {WEEKDAYS.map((day, index) => (
          <OpenDay key={day} form={form} name={`week.${index}`} label={day} day={day} />
        ))}
        {weekProblem && (
          <p role="alert" className={classes.problem}>
            {weekProblem}
          </p>
        )}
      </fieldset>
      <Holidays form={form} />
      <Seasons form={form} />
    </TurnaroundDialog>
  )
}

type DayName = `week.${number}` | `holidays.${number}.hours`
type HoursName = DayName | `seasons.${number}.hours`

function OpenDay({ form, name, label, day }: { form: Form; name: DayName; label: string; day: string }) {
  const isOpen = useWatch({ control: form.control, name: `${name}.isOpen` })
  return (
    <div className={classes.day}>
      <Checkbox label={label} className={classes.dayName ?? ''} {...form.register(`${name}.isOpen`)} />
      {isOpen ? (
        <Hours form={form} name={name} day={day} />
      ) : (
        <span className={classes.hint}>{texts.closed}</span>
      )}
    </div>
  )
}

function Hours({ form, name, day }: { form: Form; name: HoursName; day: string }) {
  const hasSecond = useWatch({ control: form.control, name: `${name}.hasSecond` })
  return (
    <div className={classes.hours}>
      <Times form={form} name={name} opens={texts.opens} closes={texts.closes} day={day} />
      <Checkbox
        label={texts.secondPart}
        aria-label={texts.timeOf(texts.secondPart, day)}
        {...form.register(`${name}.hasSecond`)}
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
    </div>
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
    <div className={classes.times}>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="time"
          aria-label={texts.timeOf(end === 'from' ? opens : closes, day)}
          description={end === 'to' && isNight && texts.nextDay}
          inputWrapperOrder={['input', 'description', 'error']}
          error={form.getFieldState(`${name}.${end}`, form.formState).error?.message}
          {...form.register(`${name}.${end}`)}
        />
      ))}
    </div>
  )
}

type DateName = `holidays.${number}.date` | `seasons.${number}.fromDate` | `seasons.${number}.toDate`

function Day({ form, name, label }: { form: Form; name: DateName; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <DateField
          {...field}
          label={label}
          min={EARLIEST_DAY}
          max={LATEST_DAY}
          isTidied
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

function Name({ form, name }: { form: Form; name: `holidays.${number}.name` | `seasons.${number}.name` }) {
  return (
    <TextInput
      label={texts.name}
      autoComplete="off"
      error={form.getFieldState(name, form.formState).error?.message}
      {...form.register(name)}
    />
  )
}

/** The focus moves to the button that adds an entry, because the pressed one vanishes. */
const useRemoval = (remove: (index: number) => void) => {
  const addButton = useRef<HTMLButtonElement>(null)
  const removeEntry = (index: number) => {
    flushSync(() => remove(index))
    addButton.current?.focus()
  }
  return { addButton, removeEntry }
}

function Holidays({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'holidays' })
  const { addButton, removeEntry } = useRemoval(remove)
  return (
    <fieldset className={classes.group}>
      <legend>{texts.holidays}</legend>
      {fields.map(({ id }, index) => (
        <div key={id} role="group" aria-label={texts.holiday(index + 1)} className={classes.entry}>
          <Day form={form} name={`holidays.${index}.date`} label={texts.date} />
          <Name form={form} name={`holidays.${index}.name`} />
          <OpenDay
            form={form}
            name={`holidays.${index}.hours`}
            label={texts.openThen}
            day={texts.holiday(index + 1)}
          />
          <RemoveButton name={texts.holiday(index + 1)} onClick={() => removeEntry(index)} />
        </div>
      ))}
      <AddButton
        ref={addButton}
        label={texts.addHoliday}
        disabled={fields.length >= HOLIDAYS_MAX}
        onClick={() => append({ date: '', name: '', hours: typedDay(null) })}
      />
    </fieldset>
  )
}

function Seasons({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'seasons' })
  const { addButton, removeEntry } = useRemoval(remove)
  return (
    <fieldset className={classes.group}>
      <legend>{texts.seasons}</legend>
      <p className={classes.hint}>{texts.seasonsHint}</p>
      {fields.map(({ id }, index) => (
        <div key={id} role="group" aria-label={texts.season(index + 1)} className={classes.entry}>
          <Name form={form} name={`seasons.${index}.name`} />
          <Day form={form} name={`seasons.${index}.fromDate`} label={texts.firstDay} />
          <Day form={form} name={`seasons.${index}.toDate`} label={texts.lastDay} />
          <Hours form={form} name={`seasons.${index}.hours`} day={texts.season(index + 1)} />
          <RemoveButton name={texts.season(index + 1)} onClick={() => removeEntry(index)} />
        </div>
      ))}
      <AddButton
        ref={addButton}
        label={texts.addSeason}
        disabled={fields.length >= SEASONS_MAX}
        onClick={() =>
          append({ name: '', fromDate: '', toDate: '', hours: typedHours({ from: '09:00', to: '14:00' }) })
        }
      />
    </fieldset>
  )
}

function AddButton({
  label,
  ...button
}: {
  ref: RefObject<HTMLButtonElement | null>
  label: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <div>
      <Button size="xs" variant="default" {...button}>
        {label}
      </Button>
    </div>
  )
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <div>
      <Button size="xs" variant="default" aria-label={texts.removeNamed(name)} onClick={onClick}>
        {texts.remove}
      </Button>
    </div>
  )
}
