import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { INSIGHT_PERIODS } from '@zelab/contract/limits'
import { localToday } from '../../lib/format.ts'
import { labsQuery } from '../../lib/queries/lookups.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { DateFilterField } from '../../ui/form/date-filter-field.tsx'
import type { InsightSearch } from './insight-search.ts'
import { periodOf } from './insight-search.ts'
import classes from './insights.module.css'
import * as texts from './texts.ts'

interface PeriodBarProps {
  search: InsightSearch
  onChange: (change: Omit<InsightSearch, 'page'>) => void
  /** Dates on screen, as initial values. */
  shown: { from: string; to: string } | undefined
}

export function PeriodBar({ search, onChange, shown }: PeriodBarProps) {
  const { lab } = useCurrentUser()
  const chosen = periodOf(search)
  return (
    <div className={classes.bar} role="search" aria-label={texts.insights}>
      <div className={classes.periods} role="group" aria-label={texts.period}>
        {INSIGHT_PERIODS.map((period) => (
          <Button
            key={period}
            className={classes.periodChoice ?? ''}
            size="sm"
            variant={period === chosen ? 'filled' : 'default'}
            aria-pressed={period === chosen}
            onClick={() => onChange({ period, fromDate: undefined, toDate: undefined })}
          >
            {texts.periods[period]}
          </Button>
        ))}
      </div>
      <DateFilterField
        label={texts.from}
        value={search.fromDate ?? shown?.from ?? ''}
        max={search.toDate ?? localToday()}
        onChange={(date) => onChange({ fromDate: date || undefined, toDate: search.toDate ?? shown?.to })}
      />
      <DateFilterField
        label={texts.to}
        value={search.toDate ?? shown?.to ?? ''}
        min={search.fromDate}
        max={localToday()}
        onChange={(date) => onChange({ fromDate: search.fromDate ?? shown?.from, toDate: date || undefined })}
      />
      {!lab && <LabChoice value={search.labId} onChange={(labId) => onChange({ labId })} />}
    </div>
  )
}

function LabChoice({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (labId: number | undefined) => void
}) {
  const { data: labs } = useQuery(labsQuery())
  return (
    <NativeSelect
      label={texts.lab}
      size="sm"
      data={[
        { value: '', label: texts.allLabs },
        ...(labs ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
    />
  )
}
