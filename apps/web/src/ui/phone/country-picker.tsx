import type { ComboboxStore } from '@mantine/core'
import { Combobox, Input, Text, UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { Hint } from '../display/inline.tsx'
import classes from './country-picker.module.css'
import * as texts from './texts.ts'
import { dialCodeOf, phoneCountries } from '@zelab/contract'
import { LOCALE } from '../../lib/format.ts'

/** URL of a country's flag (files from vite-country-flags.ts), loaded when visible. */
export const flagOf = (iso2: string): string => `/flags/${iso2.toUpperCase()}.svg`

const names = new Intl.DisplayNames(LOCALE, { type: 'region' })

export const COUNTRIES = phoneCountries()
  .map((iso2) => ({ iso2, name: names.of(iso2.toUpperCase()) ?? iso2, dialCode: dialCodeOf(iso2) }))
  .sort((a, b) => a.name.localeCompare(b.name, LOCALE))

interface CountryPickerProps {
  store: ComboboxStore
  country: string
  label: string
}

const matches = (typed: string) => {
  const words = typed.trim().toLowerCase()
  return ({ name, dialCode, iso2 }: (typeof COUNTRIES)[number]) =>
    name.toLowerCase().includes(words) || dialCode.includes(words) || iso2 === words
}

export function CountryPicker({ store, country, label }: CountryPickerProps) {
  const [search, setSearch] = useState('')
  const present = COUNTRIES.find(({ iso2 }) => iso2 === country)
  const found = COUNTRIES.filter(matches(search))
  return (
    <>
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={classes.button}
          aria-label={`${label}: ${present?.name ?? ''}`}
          onClick={() => {
            setSearch('')
            store.toggleDropdown()
            store.focusSearchInput()
          }}
        >
          <Flag iso2={country} />
          <IconSelector size={14} aria-hidden="true" />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <div role="dialog" aria-label={texts.country}>
          {/* Without a wrapper, the search would inherit id and error of the phone field. */}
          <Input.Wrapper>
            <Combobox.Search
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value)
                if (event.currentTarget.value.trim() === '') store.resetSelectedOption()
                else store.selectFirstOption()
              }}
              placeholder={texts.searchCountries}
              aria-label={texts.searchCountries}
            />
          </Input.Wrapper>
          {/* A scroll area must be focusable for keyboard users. */}
          <Combobox.Options className={classes.options} aria-label={texts.countries} tabIndex={0}>
            {store.dropdownOpened &&
              found.map(({ iso2, name, dialCode }) => (
                <Combobox.Option key={iso2} value={iso2} active={iso2 === country} className={classes.option}>
                  <Flag iso2={iso2} />
                  <Text span inherit flex={1} miw={0}>
                    {name}
                  </Text>
                  <Hint span>{dialCode}</Hint>
                </Combobox.Option>
              ))}
            {found.length === 0 && <Combobox.Empty>{texts.noCountryFound}</Combobox.Empty>}
          </Combobox.Options>
        </div>
      </Combobox.Dropdown>
    </>
  )
}

function Flag({ iso2 }: { iso2: string }) {
  return (
    <span className={classes.flag}>
      {iso2 && <img src={flagOf(iso2)} alt="" width={20} height={14} loading="lazy" />}
    </span>
  )
}
