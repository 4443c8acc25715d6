import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { readWholeNumber } from '../../../lib/search-params.ts'
import classes from './report-filter-bar.module.css'
import type { ReportSearch } from './report-search.ts'
import { withReportFilter } from './report-search.ts'
import * as texts from '../texts.tsx'

interface ReportFilterBarProps {
  search: ReportSearch
  /** All reports of the filter; undefined while it is not known. */
  count: number | undefined
  onChange: (change: (present: ReportSearch) => ReportSearch) => void
}

export function ReportFilterBar({ search, count, onChange }: ReportFilterBarProps) {
  const isNewestFirst = search.sortOrder === undefined
  const SortSign = isNewestFirst ? IconSortDescending : IconSortAscending
  return (
    <div className={classes.bar}>
      <NativeSelect
        size="sm"
        className={classes.type}
        label={texts.reportFilterType}
        data={useTypeChoices(search.reportTypeId)}
        value={String(search.reportTypeId ?? ALL_REPORT_TYPES.id)}
        onChange={({ currentTarget: { value } }) =>
          onChange((present) => withReportFilter(present, { reportTypeId: readWholeNumber(value) }))
        }
      />
      <Button
        variant="default"
        leftSection={<SortSign size={16} stroke={1.75} />}
        onClick={() =>
          onChange((present) => withReportFilter(present, { sortOrder: isNewestFirst ? 'asc' : undefined }))
        }
      >
        {isNewestFirst ? texts.sortedNewest : texts.sortedOldest}
      </Button>
      <p className={classes.count} role="status">
        {count === undefined ? (
          <Skeleton component="span" display="inline-block" height="0.75rem" width="7rem" />
        ) : (
          texts.reportsFound(count)
        )}
      </p>
    </div>
  )
}

/** All and every type by its title; a type of the address that is not known (yet) stays chosen. */
const useTypeChoices = (present: number | undefined) => {
  const types = useAppDataStore((state) => state.reportTypes)
  const choices = types.map(({ id, title }) => ({ value: String(id), label: title }))
  const isKnown = present === undefined || types.some(({ id }) => id === present)
  return isKnown ? choices : [...choices, { value: String(present), label: texts.typeOfId(present) }]
}
