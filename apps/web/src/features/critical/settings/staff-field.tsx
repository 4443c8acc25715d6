import { useQuery } from '@tanstack/react-query'
import { can, type CriticalSettings } from '@zelab/contract'
import { useState } from 'react'
import { useDebouncedText } from '../../../ui/form/debounced-text.ts'
import { SearchMultiSelect } from '../../../ui/form/search-multi-select.tsx'
import * as words from '../../../ui/form/texts.ts'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

type People = CriticalSettings['halfway']

interface StaffFieldProps {
  labId: number
  label: string
  description: string
  value: People
  onChange: (people: People) => void
}

const SHOWN = 20

/** Active users of a lab who may record a call, found by the server. */
export function StaffField({ labId, label, description, value, onChange }: StaffFieldProps) {
  const [search, setSearch] = useState('')
  const { typed, type } = useDebouncedText(search, setSearch)
  const { data: staff, isPlaceholderData } = useQuery(
    endpointQuery(api.labs.listStaff, { params: { id: labId }, query: { page: 1, limit: SHOWN, search } }),
  )
  const isCurrent = typed.trim() === search && staff !== undefined && !isPlaceholderData
  const known = new Map(value.map((person) => [person.id, person]))
  for (const { id, fullName, status, userType } of staff?.data ?? [])
    if (status === 'active' && can(userType.name, 'critical:edit')) known.set(id, { id, fullName })
  return (
    <SearchMultiSelect
      label={label}
      description={description}
      nothingFoundMessage={isCurrent ? texts.noneFound : words.searching}
      search={{ typed, onType: type, isCurrent }}
      data={Array.from(known.values(), ({ id, fullName }) => ({ value: String(id), label: fullName }))}
      value={value.map(({ id }) => String(id))}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(Number(id)) ?? []))}
    />
  )
}
