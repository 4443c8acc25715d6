import { Button, NativeSelect, SimpleGrid } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ACTIVITY_ACTIONS } from '@zelab/contract'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import { localToday } from '../../lib/format.ts'
import { usersQuery } from '../../lib/queries/users.ts'
import { DateFilterField } from '../../ui/form/date-filter-field.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { countActivityFilters, readActivitySearch } from './activity-search.ts'
import * as texts from './texts.ts'

interface ActivityFilterBarProps {
  search: ActivitySearch
  onChange: (change: Omit<ActivitySearch, 'page'>) => void
}

const KIND_CHOICES = Object.entries(texts.KINDS).map(([value, label]) => ({ value, label }))

const ACTION_CHOICES = [
  { value: '', label: texts.anyAction },
  ...Object.entries(ACTIVITY_ACTIONS).map(([value, label]) => ({ value, label })),
]

export function ActivityFilterBar({ search, onChange }: ActivityFilterBarProps) {
  const { data: users } = useQuery(usersQuery())
  const people = (users ?? []).map(({ id, fullName, email }) => ({
    value: String(id),
    label: `${fullName} (${email})`,
  }))
  return (
    <SimpleGrid
      minColWidth="10rem"
      autoFlow="auto-fit"
      spacing="sm"
      p="md"
      style={{ alignItems: 'end' }}
      role="search"
      aria-label={texts.activity}
      mod="ruled"
    >
      <SearchSelect
        label={texts.person}
        placeholder={texts.anyone}
        size="sm"
        data={people}
        value={search.actorId === undefined ? null : String(search.actorId)}
        onChange={(id) => onChange({ actorId: id === null ? undefined : Number(id) })}
        clearable
        limit={50}
        nothingFoundMessage={texts.noUsersFound}
      />
      <NativeSelect
        label={texts.kind}
        size="sm"
        data={KIND_CHOICES}
        value={search.action ? 'all' : (search.kind ?? '')}
        disabled={search.action !== undefined}
        onChange={(event) => onChange({ kind: readActivitySearch({ kind: event.currentTarget.value }).kind })}
      />
      <NativeSelect
        label={texts.action}
        size="sm"
        data={ACTION_CHOICES}
        value={search.action ?? ''}
        onChange={(event) =>
          onChange({ action: readActivitySearch({ action: event.currentTarget.value }).action })
        }
      />
      <DateFilterField
        label={texts.from}
        value={search.fromDate ?? ''}
        max={search.toDate ?? localToday()}
        onChange={(date) => onChange({ fromDate: date || undefined })}
      />
      <DateFilterField
        label={texts.to}
        value={search.toDate ?? ''}
        min={search.fromDate}
        max={localToday()}
        onChange={(date) => onChange({ toDate: date || undefined })}
      />
      {countActivityFilters(search) > 0 && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconX size={16} stroke={1.75} />}
          onClick={() =>
            onChange({
              kind: undefined,
              actorId: undefined,
              action: undefined,
              fromDate: undefined,
              toDate: undefined,
            })
          }
        >
          {texts.clearFilters}
        </Button>
      )}
    </SimpleGrid>
  )
}
