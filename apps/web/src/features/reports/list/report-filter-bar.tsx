import { Button, Skeleton, Text } from '@mantine/core'
import { IconArrowsSort, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { Pagination } from '@zelab/contract'
import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import { FILTERED_MARKS } from '@zelab/contract/reports/report-filter'
import { MARKS } from '../../../entities/report/texts.ts'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import {
  omitUndefined,
  readOneOf,
  readWholeNumber,
  withFilter,
  withoutFilters,
} from '../../../lib/search-params.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { DateRangeChip } from '../../../ui/table/date-range-chip.tsx'
import { FilterBar, SelectChip } from '../../../ui/table/filter-chip.tsx'
import { SavedFilters } from '../../../entities/filters/saved-filters.tsx'
import type { ReportSearch } from './report-search.ts'
import { hasReportFilter, readReportSearch, withDateSortToggled } from './report-search.ts'
import * as texts from '../texts.tsx'

interface ReportFilterBarProps {
  search: ReportSearch
  found: Pick<Pagination, 'totalItems' | 'isEstimate'> | undefined
  onChange: (change: (present: ReportSearch) => ReportSearch, replace?: boolean) => void
}

export function ReportFilterBar({ search, found, onChange }: ReportFilterBarProps) {
  const [SortSign, sortLabel] = dateSortOf(search)
  return (
    <FilterBar
      label={texts.reports}
      search={
        <SearchField
          label={texts.searchReports}
          value={search.search ?? ''}
          onSearch={(text) => onChange((present) => withFilter(present, { search: text || undefined }), true)}
        />
      }
      end={
        <Text w="9rem" ms="auto" c="dimmed" size="sm" ta="end" role="status">
          {found === undefined ? (
            <Skeleton component="span" display="inline-block" height="0.75rem" width="7rem" />
          ) : (
            (found.isEstimate ? texts.moreReportsFound : texts.reportsFound)(found.totalItems)
          )}
        </Text>
      }
    >
      <Filters search={search} onChange={onChange} />
      <Button
        variant="default"
        leftSection={<SortSign size={16} stroke={1.75} />}
        onClick={() => onChange(withDateSortToggled)}
      >
        {sortLabel}
      </Button>
      <SavedFilters
        list="reports"
        search={search}
        onApply={(saved) => onChange(({ limit }) => omitUndefined({ ...readReportSearch(saved), limit }))}
      />
      {hasReportFilter(search) && (
        <Button variant="subtle" color="gray" onClick={() => onChange(withoutFilters)}>
          {texts.clearFilters}
        </Button>
      )}
    </FilterBar>
  )
}

/** The current order by date (AMB-58), or the action's label while another column is sorted. */
const dateSortOf = ({ sortBy, sortOrder }: ReportSearch) => {
  if (sortBy !== undefined) return [IconArrowsSort, texts.sortByDate] as const
  return sortOrder === undefined
    ? ([IconSortDescending, texts.sortedNewest] as const)
    : ([IconSortAscending, texts.sortedOldest] as const)
}

const ANY_STATUS = ''
const STATUS_CHOICES = [
  { value: ANY_STATUS, label: texts.anyStatus },
  ...FILTERED_MARKS.map((mark) => ({ value: mark, label: MARKS[mark] })),
]

function Filters({ search, onChange }: Pick<ReportFilterBarProps, 'search' | 'onChange'>) {
  const { reportTypeId = ALL_REPORT_TYPES.id, fromDate, toDate, mark } = search
  const choices = useTypeChoices(reportTypeId)
  const change = (filter: ReportSearch) => onChange((present) => withFilter(present, filter))
  return (
    <>
      <SelectChip
        label={texts.reportFilterType}
        chosen={
          search.reportTypeId === undefined
            ? undefined
            : choices.find(({ value }) => value === String(reportTypeId))?.label
        }
        choices={choices}
        value={String(reportTypeId)}
        onChange={(value) => change({ reportTypeId: readWholeNumber(value, ALL_REPORT_TYPES.id + 1) })}
        onClear={() => change({ reportTypeId: undefined })}
      />
      <SelectChip
        label={texts.status}
        chosen={mark && MARKS[mark]}
        choices={STATUS_CHOICES}
        value={mark ?? ANY_STATUS}
        onChange={(value) => change({ mark: readOneOf(value, FILTERED_MARKS) })}
        onClear={() => change({ mark: undefined })}
      />
      <DateRangeChip
        label={texts.publishedOn}
        range={{ fromDate, toDate }}
        onChange={(days) => onChange((present) => withFilter(present, days), true)}
        onClear={() => change({ fromDate: undefined, toDate: undefined })}
      />
    </>
  )
}

/** All and every report type. An unknown type from the URL stays selected. */
const useTypeChoices = (present: number) => {
  const types = useAppDataStore((state) => state.reportTypes)
  const choices = types.map(({ id, title }) => ({ value: String(id), label: title }))
  const isKnown = types.some(({ id }) => id === present)
  return isKnown ? choices : [...choices, { value: String(present), label: texts.typeOfId(present) }]
}
