import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { VALIDATION } from '@zelab/contract/messages'
import { SearchSelect } from './search-select.tsx'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that name no country. */
const OTHERS = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code

/** False for codes that another one has replaced. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

const choices = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .filter((code) => !OTHERS.has(code) && names.of(code) !== undefined && isCurrent(code))
  .map((code) => ({ value: code, label: countryName(code) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

interface CountryFieldProps<Fields extends FieldValues, Checked> {
  form: UseFormReturn<Fields, unknown, Checked>
  name: FieldPath<Fields>
  label: string
  description?: string
}

/** A country by name, stored as its two letters. */
export function CountryField<Fields extends FieldValues, Checked>({
  form,
  name,
  ...props
}: CountryFieldProps<Fields, Checked>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <SearchSelect
          {...field}
          {...props}
          required
          nothingFoundMessage={VALIDATION.country}
          data={choices}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
