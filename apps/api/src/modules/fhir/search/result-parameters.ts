import { choiceOf, malformed, valuesOf } from './parameter-values.ts'

export const SEARCH_COUNT = { default: 50, max: 100 } as const

/** Only a named patient or report has few enough reports to sort them by another time than the change. */
export interface Order {
  by: 'changed' | 'date' | 'issued'
  isDescending: boolean
}
export const BY_CHANGE: Order = { by: 'changed', isDescending: false }

/** A type's own additions to the result parameters of every search. */
export interface ResultRules {
  sorts?: readonly ('date' | 'issued')[]
  /** Types of resources by the names of `_include`. */
  includes?: Readonly<Record<string, 'Patient' | 'Organization'>>
}

const SUMMARIES = ['true', 'text', 'data', 'count', 'false'] as const
const TOTALS = ['none', 'estimate', 'accurate'] as const

/** Resources with some of their elements only. */
export interface Shown {
  summary: 'true' | 'text' | 'data' | 'false'
  elements: string[]
}

export interface ResultParameters {
  /** 0 for the total alone. */
  count: number
  order: Order | undefined
  includes: Set<'Patient' | 'Organization'>
  shown: Shown
  wantsTotal: boolean
}

const noResultParameters = (): ResultParameters => ({
  count: SEARCH_COUNT.default,
  order: undefined,
  includes: new Set(),
  shown: { summary: 'false', elements: [] },
  wantsTotal: false,
})

type Reader = (result: ResultParameters, text: string, rules: ResultRules) => void

const countOf = (text: string) => {
  if (!/^\d{1,15}$/.test(text)) throw malformed('_count', 'a number is expected')
  return Math.min(Number(text), SEARCH_COUNT.max)
}

const orderOf = (text: string, { sorts = [] }: ResultRules): Order => {
  const choices = (['_lastUpdated', ...sorts] as const).flatMap((name) => [name, `-${name}`] as const)
  const isDescending = text.startsWith('-')
  const name = choiceOf('_sort', text, choices).slice(isDescending ? 1 : 0)
  return { by: sorts.find((sort) => sort === name) ?? 'changed', isDescending }
}

const elementsOf = (text: string) => {
  const elements = valuesOf('_elements', text)
  if (!elements.every((name) => /^[A-Za-z]\w{0,63}$/.test(name)))
    throw malformed('_elements', 'names of elements are expected')
  return elements
}

const SHOWN: Readonly<Record<string, (shown: Shown, text: string) => void>> = {
  _summary: (shown, text) => {
    const summary = choiceOf('_summary', text, SUMMARIES)
    shown.summary = summary === 'count' ? 'false' : summary
  },
  _elements: (shown, text) => shown.elements.push(...elementsOf(text)),
}

const READERS: Readonly<Record<string, Reader>> = {
  _count: (result, text) => {
    result.count = countOf(text)
  },
  _sort: (result, text, rules) => {
    result.order = orderOf(text, rules)
  },
  _include: (result, text, { includes = {} }) => {
    for (const value of valuesOf('_include', text)) {
      const included = includes[choiceOf('_include', value, Object.keys(includes))]
      if (included) result.includes.add(included)
    }
  },
  _summary: ({ shown }, text) => SHOWN['_summary']?.(shown, text),
  _elements: ({ shown }, text) => SHOWN['_elements']?.(shown, text),
  _total: (result, text) => {
    result.wantsTotal = choiceOf('_total', text, TOTALS) !== 'none'
  },
}
const ONCE = ['_count', '_sort', '_summary', '_total']

export const isResultParameter = (name: string): boolean => Object.hasOwn(READERS, name)

export const readResultParameters = (
  rules: ResultRules,
  given: readonly (readonly [name: string, value: string])[],
): ResultParameters => {
  const result = noResultParameters()
  for (const name of ONCE)
    if (given.filter(([one]) => one === name).length > 1) throw malformed(name, 'repeated')
  for (const [name, value] of given) READERS[name]?.(result, value, rules)
  if (given.some(([name, value]) => name === '_summary' && value === 'count')) result.count = 0
  return result
}

/** For a read by id, which ignores other parameters. */
export const readShown = (given: readonly (readonly [name: string, value: string])[]): Shown => {
  const { shown } = noResultParameters()
  for (const [name, value] of given) if (Object.hasOwn(SHOWN, name)) SHOWN[name]?.(shown, value)
  return shown
}
