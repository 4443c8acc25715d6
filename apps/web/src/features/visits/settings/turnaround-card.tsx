import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TurnaroundSettings } from '@zelab/contract'
import type { ReactNode } from 'react'
import { WEEKDAYS } from '../../../entities/visit/texts.ts'
import { formatPlainDate } from '../../../lib/format.ts'
import { LabSettingsCard } from '../../../entities/lab/lab-settings-card.tsx'
import { CalendarDialog } from './calendar-dialog.tsx'
import { TargetsDialog } from './targets-dialog.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'

export function TurnaroundCard({ labId }: { labId: number }) {
  return (
    <LabSettingsCard
      labId={labId}
      title={texts.turnaround}
      subtitle={texts.turnaroundHint}
      query={useQuery(endpointQuery(pageApi.turnaround.getSettings, { params: { id: labId } }))}
      facts={factsOf}
      edits={[
        [texts.editTargets, TargetsDialog],
        [texts.editCalendar, CalendarDialog],
      ]}
    />
  )
}

const spanOf = (hours: TurnaroundSettings['week'][number]) => {
  if (!hours) return texts.closed
  const { from, to, second } = hours
  if (from === '00:00' && to === '24:00') return texts.allDay
  const first = texts.fromTo(from, to)
  return second ? texts.parts(first, texts.fromTo(second.from, second.to)) : first
}

const list = (lines: readonly string[], none: string): ReactNode =>
  lines.length === 0 ? (
    none
  ) : (
    <Stack component="ul" gap={0}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Stack>
  )

const factsOf = ({ targets, week, holidays, seasons }: TurnaroundSettings) => {
  const isAlwaysOpen = week.every((hours) => spanOf(hours) === texts.allDay)
  return [
    {
      label: texts.targets,
      value: list(
        targets.map(({ title, minutes }) => `${title}: ${texts.hours(minutes)}`),
        texts.noTargets,
      ),
    },
    {
      label: texts.workingHours,
      value: isAlwaysOpen
        ? texts.allDay
        : list(
            WEEKDAYS.map((day, index) => `${day}: ${spanOf(week[index] ?? null)}`),
            texts.allDay,
          ),
    },
    {
      label: texts.holidays,
      value: list(
        holidays.map(({ date, name, hours }) => `${formatPlainDate(date)}, ${name}: ${spanOf(hours)}`),
        texts.noEntries,
      ),
    },
    {
      label: texts.seasons,
      value: list(
        seasons.map(
          ({ name, fromDate, toDate, hours }) =>
            `${formatPlainDate(fromDate)} – ${formatPlainDate(toDate)}, ${name}: ${spanOf(hours)}`,
        ),
        texts.noEntries,
      ),
    },
  ]
}
