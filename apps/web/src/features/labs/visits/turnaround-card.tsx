import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TurnaroundSettings } from '@zelab/contract'
import { useRef, useState, type ReactNode } from 'react'
import { api } from '../../../lib/api-client.ts'
import { formatPlainDate } from '../../../lib/format.ts'
import { CACHE } from '../../../lib/queries/keys.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './lab-visits.module.css'
import { WEEKDAYS } from '../../../entities/visit/texts.ts'
import * as texts from './texts.ts'
import { CalendarDialog } from './calendar-dialog.tsx'
import { TargetsDialog } from './targets-dialog.tsx'

const DIALOGS = {
  targets: TargetsDialog,
  calendar: CalendarDialog,
}
type Dialog = keyof typeof DIALOGS
const BUTTONS: readonly [Dialog, string][] = [
  ['targets', texts.editTargets],
  ['calendar', texts.editCalendar],
]

export const turnaroundQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'turnaround'],
    queryFn: async ({ signal }) =>
      (await api.turnaround.getSettings({ params: { id: String(labId) } }, { signal })).data,
  })

export function TurnaroundCard({ labId }: { labId: number }) {
  const { data: settings, error, isFetching, refetch } = useQuery(turnaroundQuery(labId))
  const [open, setOpen] = useState<Dialog>()
  const opener = useRef<HTMLButtonElement | null>(null)
  const OpenDialog = open && DIALOGS[open]
  const close = () => {
    opener.current?.focus()
    setOpen(undefined)
  }
  return (
    <SectionCard
      title={texts.turnaround}
      subtitle={texts.turnaroundHint}
      actions={BUTTONS.map(([dialog, label]) => (
        <Button
          key={dialog}
          size="xs"
          variant="default"
          disabled={!settings}
          onClick={({ currentTarget }) => {
            opener.current = currentTarget
            setOpen(dialog)
          }}
        >
          {label}
        </Button>
      ))}
    >
      {settings ? (
        <Summary settings={settings} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
      {settings && OpenDialog && <OpenDialog labId={labId} settings={settings} onClose={close} />}
    </SectionCard>
  )
}

const spanOf = (hours: TurnaroundSettings['week'][number]) => {
  if (!hours) return texts.closed
  const { from, to, second } = hours
  if (from === '00:00' && to === '24:00') return texts.allDay
  const first = texts.fromTo(from, to)
  return second ? texts.parts(first, texts.fromTo(second.from, second.to)) : first
}

const list = (lines: readonly { key: string | number; text: string }[], none: string): ReactNode =>
  lines.length === 0 ? (
    none
  ) : (
    <ul className={classes.lines}>
      {lines.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )

function Summary({ settings: { targets, week, holidays, seasons } }: { settings: TurnaroundSettings }) {
  const isAlwaysOpen = week.every((hours) => spanOf(hours) === texts.allDay)
  const days = WEEKDAYS.map((day, index) => ({
    key: day,
    text: `${day}: ${spanOf(week[index] ?? null)}`,
  }))
  return (
    <DetailList
      details={[
        {
          label: texts.targets,
          value: list(
            targets.map(({ reportTypeId, title, minutes }) => ({
              key: reportTypeId,
              text: `${title}: ${texts.hours(minutes)}`,
            })),
            texts.noTargets,
          ),
        },
        { label: texts.workingHours, value: isAlwaysOpen ? texts.allDay : list(days, texts.allDay) },
        {
          label: texts.holidays,
          value: list(
            holidays.map(({ date, name, hours }) => ({
              key: date,
              text: `${formatPlainDate(date)}, ${name}: ${spanOf(hours)}`,
            })),
            texts.noEntries,
          ),
        },
        {
          label: texts.seasons,
          value: list(
            seasons.map(({ name, fromDate, toDate, hours }) => ({
              key: fromDate,
              text: `${formatPlainDate(fromDate)} – ${formatPlainDate(toDate)}, ${name}: ${spanOf(hours)}`,
            })),
            texts.noEntries,
          ),
        },
      ]}
    />
  )
}
