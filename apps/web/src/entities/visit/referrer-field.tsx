import { useQuery } from '@tanstack/react-query'
import type { Visit } from '@zelab/contract'
import { REFERRER_KINDS, REFERRER_NAME_LENGTH } from '@zelab/contract/limits'
import { useEffect, useState } from 'react'
import { referrersQuery } from './queries.ts'
import { SEARCH_DELAY_MS } from '../../lib/limits.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { SearchSelect } from '../../ui/form/search-select.tsx'
import * as words from '../../ui/form/texts.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'

interface ReferrerFieldProps {
  labId: number
  stored: Known | null
  value: number | null
  onChange: (id: number | null) => void
  description: string
  error: string | undefined
}

type Known = Pick<NonNullable<Visit['referrer']>, 'id' | 'name'>

const NO_REFERRER = 0

/** A list to choose from by typing. A name that is not in it is added at once, as a doctor or a clinic. */
export function ReferrerField({ labId, stored, value, onChange, description, error }: ReferrerFieldProps) {
  const [chosen, setChosen] = useState<Known | null>(stored)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const search = useSettled(wanted)
  const { data: found = [], isSuccess, isPlaceholderData } = useQuery(referrersQuery(labId, search))
  const add = useEndpoint(pageApi.visits.addReferrer, { id: labId })
  const referrers: Known[] =
    chosen && wanted === '' && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const isCurrent = wanted === search && isSuccess && !isPlaceholderData
  const isNew =
    wanted.length >= REFERRER_NAME_LENGTH.min &&
    wanted === search &&
    !referrers.some((one) => one.name.toLowerCase() === wanted.toLowerCase())
  const choose = (referrer: Known | null) => {
    setChosen(referrer)
    setTyped('')
    onChange(referrer?.id ?? null)
  }
  return (
    <SearchSelect
      label={texts.referrer}
      description={description}
      searchable
      clearable
      openOnFocus={false}
      maxLength={REFERRER_NAME_LENGTH.max}
      nothingFoundMessage={isCurrent ? texts.noReferrers : words.searching}
      data={[
        ...referrers.map((one) => ({ value: String(one.id), label: one.name })),
        ...(isNew
          ? REFERRER_KINDS.map((kind) => ({
              value: kind,
              label: texts.addReferrerAs(wanted, kind),
              isDeliberate: true,
            }))
          : []),
      ]}
      value={value === null ? null : String(value)}
      chosen={chosen ? { value: String(chosen.id), label: chosen.name } : undefined}
      search={{ typed, onType: setTyped, isCurrent }}
      readOnly={add.isPending}
      onChange={(option) => {
        const kind = REFERRER_KINDS.find((one) => one === option)
        // Text without a match is kept, and refused when the form is saved.
        if (option === null && wanted !== '') return onChange(NO_REFERRER)
        if (!kind) return choose(referrers.find(({ id }) => String(id) === option) ?? null)
        return add.mutate(
          { kind, name: wanted },
          { onSuccess: ({ data }) => choose(data), onError: (failure) => toastError(failure) },
        )
      }}
      error={error}
    />
  )
}

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
