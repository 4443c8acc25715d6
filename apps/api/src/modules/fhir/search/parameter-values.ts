import { invalidField } from '../../../core/app-error.ts'
import { parseDateBound, type DateBound } from './search-dates.ts'

export interface Token {
  /** Undefined for any system; empty for none. */
  system: string | undefined
  value: string
}

export const malformed = (name: string, why: string) => invalidField(name, `${name}: ${why}`)

/** Splits at commas that are not escaped. */
export const valuesOf = (name: string, text: string): string[] => {
  const values = (text.match(/(?:\\.|[^,\\])+/gs) ?? []).map((value) => value.trim())
  if (values.length === 0 || values.includes('') || /^,|,,|,$/.test(text) || /(?<!\\)(\\\\)*\\$/.test(text))
    throw malformed(name, 'a value is empty')
  return values
}

const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1')

const ID = /^[A-Za-z0-9\-.]{1,64}$/

export const idsOf = (name: string, text: string): string[] => {
  const values = valuesOf(name, text)
  if (!values.every((value) => ID.test(value))) throw malformed(name, 'not an id')
  return values
}

export const textsOf = (name: string, text: string): string[] => valuesOf(name, text).map(unescaped)

export const tokensOf = (name: string, text: string): Token[] =>
  valuesOf(name, text).map((typed): Token => {
    const bar = /^((?:\\.|[^|\\])*)\|(.*)$/s.exec(typed)
    const value = unescaped(bar?.[2] ?? typed)
    if (value === '') throw malformed(name, 'system|value is expected')
    return { system: bar ? unescaped(bar[1] ?? '') : undefined, value }
  })

/** The values of a system, or without one. */
export const codesOf = (name: string, text: string, system: string): string[] =>
  tokensOf(name, text)
    .filter((token) => token.system === undefined || token.system === system)
    .map(({ value }) => value)

/** Ids of patients; empty for another resource. */
export const patientsOf = (name: string, text: string, base: string): string[] =>
  valuesOf(name, text).map((typed) => {
    const value = typed.startsWith(`${base}/`) ? typed.slice(base.length + 1) : typed
    const [, type, id] = /^(?:([A-Za-z]+)\/)?([A-Za-z0-9\-.]{1,64})$/.exec(value) ?? []
    if (id === undefined) throw malformed(name, 'an id or reference of a Patient is expected')
    return type === undefined || type === 'Patient' ? id : ''
  })

export const boundOf = (name: string, text: string): DateBound => {
  const bound = parseDateBound(text)
  if (!bound) throw malformed(name, 'a date with eq, gt, ge, lt, le, sa or eb is expected')
  return bound
}

export const dayBoundOf = (name: string, text: string): DateBound => {
  const bound = boundOf(name, text)
  if (!bound.isOfDays) throw malformed(name, 'a date without a time is expected')
  return bound
}

export const choiceOf = <Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice => {
  const known = choices.find((choice) => choice === text)
  if (known === undefined) throw malformed(name, `${choices.join(', ') || 'nothing'} is expected`)
  return known
}
