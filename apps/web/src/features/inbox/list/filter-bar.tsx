import { Group } from '@mantine/core'
import type { InboxCounts } from '@zelab/contract'
import { INBOX_MATCHES, INBOX_ORIGINS } from '@zelab/contract/limits'
import type { ReactNode } from 'react'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { omitUndefined, readWholeNumber } from '../../../lib/search-params.ts'
import { FilterChips, SelectChip } from '../../../ui/table/filter-chip.tsx'
import { SavedFilters } from '../../../entities/filters/saved-filters.tsx'
import { readInboxSearch, type InboxSearch } from '../inbox-search.ts'
import * as words from '../texts.ts'
import * as texts from './texts.ts'

interface FilterBarProps {
  search: InboxSearch
  counts: InboxCounts | undefined
  hasLabs: boolean
  onFilter: (filter: InboxSearch) => void
  onApply: (search: InboxSearch) => void
  children?: ReactNode
}

export function FilterBar({ search, counts, hasLabs, onFilter, onApply, children }: FilterBarProps) {
  const { view, match, source, labId } = search
  return (
    <Group
      justify="space-between"
      gap="xs"
      px="md"
      pb="sm"
      mod="ruled"
      role="search"
      aria-label={words.inbox}
    >
      <FilterChips>
        {view === undefined && (
          <SelectChip
            label={texts.match}
            chosen={match && words.MATCHES[match]}
            choices={[
              { value: '', label: texts.allMatches },
              ...INBOX_MATCHES.map((one) => ({
                value: one,
                label: texts.matchWithCount(words.MATCHES[one], counts?.[one]),
              })),
            ]}
            value={match ?? ''}
            onChange={(value) => onFilter({ match: INBOX_MATCHES.find((one) => one === value) })}
            onClear={() => onFilter({ match: undefined })}
          />
        )}
        <SelectChip
          label={words.source}
          chosen={source && words.SOURCES[source]}
          choices={[
            { value: '', label: texts.allSources },
            ...INBOX_ORIGINS.map((one) => ({ value: one, label: words.SOURCES[one] })),
          ]}
          value={source ?? ''}
          onChange={(value) => onFilter({ source: INBOX_ORIGINS.find((one) => one === value) })}
          onClear={() => onFilter({ source: undefined })}
        />
        {hasLabs && <LabChip labId={labId} onFilter={onFilter} />}
        <SavedFilters
          list="inbox"
          search={search}
          onApply={(saved) => onApply(omitUndefined(readInboxSearch(saved)))}
        />
      </FilterChips>
      {children}
    </Group>
  )
}

function LabChip({ labId, onFilter }: Pick<InboxSearch, 'labId'> & Pick<FilterBarProps, 'onFilter'>) {
  const labs = useAppDataStore((state) => state.labs)
  return (
    <SelectChip
      label={words.lab}
      chosen={labId === undefined ? undefined : (labs.find(({ id }) => id === labId)?.name ?? String(labId))}
      choices={[
        { value: '', label: texts.allLabs },
        ...labs.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={labId === undefined ? '' : String(labId)}
      onChange={(value) => onFilter({ labId: readWholeNumber(value) })}
      onClear={() => onFilter({ labId: undefined })}
    />
  )
}
