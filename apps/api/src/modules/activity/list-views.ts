import { withLatinDigits, withoutInvisible } from '@zelab/contract'
import type { ListView } from '../../core/caller.ts'
import type { EntryActor, NewEntry } from './activity-entry.ts'

const MAX_FILTER_LENGTH = 300
const MAX_RANGES = 10

interface Gathered {
  entry: Omit<NewEntry, 'summary'>
  what: string
  filter: string
  pages: Set<number>
  rows: number | undefined
  times: number
}

/** The number itself stays out of the log. */
const NATIONAL_ID = 'a national ID'
const WHOLE_NATIONAL_ID = /(?<!\d)\d(?:[\s\-\u2010-\u2015\u2212]*\d){14}(?!\d)/g

const withoutNationalIds = (text: string): string => {
  const latin = withLatinDigits(withoutInvisible(text))
  const without = latin.replace(WHOLE_NATIONAL_ID, NATIONAL_ID)
  return without === latin ? text : without
}

/** PostgreSQL rejects NUL and lone surrogates, and each log entry is one line. */
const oneLine = (text: string) =>
  text.slice(0, MAX_FILTER_LENGTH).replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')

const LABELS: Record<string, (value: string) => string> = {
  search: (value) => `“${value}”`,
  fromDate: (value) => `from ${value}`,
  toDate: (value) => `to ${value}`,
  reportTypeId: (value) => `type #${value}`,
  labId: (value) => `lab #${value}`,
  fullName: (value) => `name ${value}`,
  dob: (value) => `born ${value}`,
  emrId: (value) => `EMR ID ${value}`,
  nationalId: () => NATIONAL_ID,
  exceptId: (value) => `other than ZL-${value}`,
}
const UNSET: unknown[] = [undefined, null, '', 0, 'all']
const NOT_A_FILTER = ['page', 'limit', 'sortBy', 'sortOrder']

export const filterText = (query: Record<string, unknown>): string =>
  Object.entries(query)
    .filter(([name, value]) => !NOT_A_FILTER.includes(name) && !UNSET.includes(value))
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return LABELS[name]?.(text) ?? `${name} ${text}`
    })
    .join(', ')

/** `1–3, 7` for the pages 1, 2, 3 and 7. */
const rangesOf = (pages: Set<number>): string => {
  const ranges: [number, number][] = []
  for (const page of [...pages].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const shown = ranges.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return `${shown.join(', ')}${ranges.length > MAX_RANGES ? ', …' : ''}`
}

const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

const summaryOf = ({ what, filter, pages, rows, times }: Gathered): string =>
  [
    filter === '' ? what : `${what}: ${filter}`,
    ...(pages.size > 0 ? [`${pages.size === 1 ? 'page' : 'pages'} ${rangesOf(pages)}`] : []),
    ...(rows === undefined ? [] : [plural(rows, 'row')]),
    ...(times > 1 ? [plural(times, 'time')] : []),
  ].join('; ')

/** Paging or refreshing creates one entry per user. */
export const createListViews = () => {
  let collected = new Map<string, Gathered>()

  return {
    size: () => collected.size,

    add(actor: EntryActor, { action, what, filter = '', object, page, rows }: ListView): void {
      const text = oneLine(withoutNationalIds(filter))
      const key = JSON.stringify([
        { ...actor, requestId: null },
        action,
        what,
        text,
        object?.type,
        object?.id,
      ])
      const known = collected.get(key)
      const view: Gathered = known ?? {
        entry: {
          ...actor,
          action,
          objectType: object?.type ?? null,
          objectId: object?.id ?? null,
        },
        what,
        filter: text,
        pages: new Set(),
        rows: rows === undefined ? undefined : 0,
        times: 0,
      }
      if (page !== undefined) view.pages.add(page)
      if (view.rows !== undefined) view.rows += rows ?? 0
      view.times += 1
      collected.set(key, view)
    },

    take(): NewEntry[] {
      const taken = [...collected.values()]
      collected = new Map()
      return taken.map((view) => ({ ...view.entry, summary: summaryOf(view) }))
    },
  }
}
