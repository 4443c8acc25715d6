import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { COUNTRIES, flagOf } from './country-picker.tsx'

const FLAGS = path.dirname(createRequire(import.meta.url).resolve('country-flag-icons'))

it('there is a flag for every country of the phone field', () => {
  const countries = COUNTRIES.map(({ iso2 }) => iso2)
  expect(countries).toContain('ae')
  const without = countries.filter(
    (iso2) => !existsSync(path.join(FLAGS, flagOf(iso2).replace('/flags/', '3x2/'))),
  )
  expect(without).toEqual([])
})
