import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CriticalSettings } from '@zelab/contract'
import { useState } from 'react'
import { labStaffQuery } from '../../../lib/queries/labs.ts'
import { useDebouncedText } from '../../../ui/form/debounced-text.ts'
import * as texts from './texts.ts'

type People = CriticalSettings['halfway']

interface StaffFieldProps {
  labId: number
  label: string
  description: string
  value: People
  onChange: (people: People) => void
}

const SHOWN = 20

/** Active users of a lab, found by the server. */
export function StaffField({ labId, label, description, value, onChange }: StaffFieldProps) {
  const [search, setSearch] = useState('')
  const { typed, type } = useDebouncedText(search, setSearch)
  const { data: staff, isPlaceholderData } = useQuery(labStaffQuery(labId, { page: 1, limit: SHOWN, search }))
  const isFound = typed.trim() === search && !isPlaceholderData
  const known = new Map(value.map((person) => [person.id, person]))
  for (const { id, fullName, status } of staff?.data ?? [])
    if (status === 'active') known.set(id, { id, fullName })
  return (
    <MultiSelect
      label={label}
      description={description}
      nothingFoundMessage={isFound ? texts.noneFound : texts.searching}
      searchable
      selectFirstOptionOnChange
      openOnFocus={false}
      hidePickedOptions
      // Until the server has searched, those shown before.
      filter={({ options }) =>
        isFound
          ? options
          : options.filter(
              (one) => 'label' in one && one.label.toLowerCase().includes(typed.trim().toLowerCase()),
            )
      }
      onKeyDown={(event) => {
        // Chooses, and never saves the dialog before the search has ended.
        if (event.key === 'Enter' && typed !== '') event.preventDefault()
      }}
      searchValue={typed}
      onSearchChange={type}
      data={Array.from(known.values(), ({ id, fullName }) => ({ value: String(id), label: fullName }))}
      value={value.map(({ id }) => String(id))}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(Number(id)) ?? []))}
    />
  )
}
