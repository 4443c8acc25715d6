import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import type { BenchResults, Measured } from './results.ts'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENT = path.join(REPOSITORY, 'docs/performance.md')
const SHOWN_CONNECTIONS = 16
const [SMALL, LARGE] = ['10k', '1M'] as const

interface Goal {
  ratio?: number
  growth?: number
}

const GOALS: [RegExp, Goal][] = [
  [/^(session restore|patient by id|report by id)$/, { ratio: 0.6, growth: 1.3 }],
  [/^(patients, page|reports)/, { ratio: 0.6, growth: 1.5 }],
  [/^search, (?!2 letters)/, { ratio: 0.8, growth: 4 }],
  [/^dashboard/, { ratio: 0.6, growth: 1.5 }],
  [/^(register|publish)/, { ratio: 0.5, growth: 1.5 }],
  [/^download 200 kB$/, { ratio: 0.7, growth: 1 }],
]

const resultsOf = (label: string): BenchResults | undefined => {
  const file = path.join(REPOSITORY, 'bench/results', `${label}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchResults) : undefined
}

const shownOf = (results: BenchResults | undefined) =>
  (results?.results ?? []).filter(({ connections }) => connections === SHOWN_CONNECTIONS)

// The deepest page depends on the size of the data, but is one operation.
const nameOf = ({ operation }: Measured) => operation.replace(/^(patients, page) (?!1$)\d+$/, '$1 1,000')

const figuresOf = (measured: Measured | undefined) => {
  if (!measured) return ['–', '–', '–', '–', '–']
  const { product, ratio } = measured
  return [product.p50, product.p95, product.p99, Math.round(product.perSecond), ratio ?? '–']
}

const verdictOf = (name: string, small: Measured | undefined, large: Measured | undefined) => {
  const goal = GOALS.find(([pattern]) => pattern.test(name))?.[1] ?? {}
  const growth = small && large && Math.round((large.product.p50 / small.product.p50) * 100) / 100
  const wanted = [
    goal.ratio === undefined ? [] : [`ratio ≥ ${goal.ratio}`],
    goal.growth === undefined ? [] : [`growth ≤ ${goal.growth}`],
  ].flat()
  return [growth ?? '–', wanted.join(', ') || '–']
}

export const asTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** A Markdown table of the latest results for each data size. */
const tableOf = (): string => {
  const small = shownOf(resultsOf(SMALL))
  const large = shownOf(resultsOf(LARGE))
  const names = [...new Set([...small, ...large].map(nameOf))]
  const rows = names.map((name) => {
    const [one, two] = [small, large].map((side) => side.find((measured) => nameOf(measured) === name))
    return [name, ...figuresOf(one), ...figuresOf(two), ...verdictOf(name, one, two)]
  })
  const head = [
    'operation',
    ...[SMALL, LARGE].flatMap((label) => [`${label}: p50`, 'p95', 'p99 ms', 'requests/s', 'ratio to floor']),
    'growth of p50',
    'goal',
  ]
  return asTable(head, rows)
}

/** Writes a table between the markers of this name in docs/performance.md. */
export const writeTable = async (name: string, table: string): Promise<void> => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`The document has no place for ${name}`)
  const [before = '', rest = ''] = text.split(begin)
  const [, after = ''] = rest.split(end)
  const written = `${before}${begin}\n\n${table}\n\n${end}${after}`
  writeFileSync(DOCUMENT, await format(written, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT }))
}

export const updateTable = (): Promise<void> => writeTable('bench', tableOf())
