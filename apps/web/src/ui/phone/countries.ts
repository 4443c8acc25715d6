import { dialCodeOf, phoneCountries } from '@zelab/contract'
import { LOCALE } from '../../lib/language.ts'

const names = new Intl.DisplayNames(LOCALE, { type: 'region' })

/** The countries of the phone field by name. */
export const COUNTRIES = phoneCountries()
  .map((iso2) => ({ iso2, name: names.of(iso2.toUpperCase()) ?? iso2, dialCode: dialCodeOf(iso2) }))
  .sort((a, b) => a.name.localeCompare(b.name, LOCALE))
