import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchResults, Measured } from './results.ts'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENT = path.join(REPOSITORY, 'docs/performance.md')
const SHOWN_CONNECTIONS = 16
const [SMALL, LARGE] = ['10k', '1M'] as const

interface Goal {
  ratio?: number
  growth?: number
  p50?: number
}

const GOALS: [RegExp, Goal][] = [
  [/^patient by id$/, { ratio: 0.7, growth: 1.3 }],
  [/^(session restore|report by id)$/, { ratio: 0.6, growth: 1.3 }],
  [/^(patients, page|reports)/, { ratio: 0.6, growth: 1.5 }],
  [/^patients of all labs/, { growth: 1.5 }],
  [/^search, (?!2 letters)/, { ratio: 0.8, growth: 3, p50: 40 }],
  [/^dashboard/, { ratio: 0.6, growth: 1.5 }],
  [/^(register|publish)/, { ratio: 0.5, growth: 1.5 }],
  [/^FHIR/, { ratio: 0.5, growth: 1.5 }],
  [/^download 200 kB$/, { ratio: 0.7, growth: 1 }],
]

const resultsOf = (label: string): BenchResults | undefined => {
  const file = path.join(REPOSITORY, 'bench/results', `${label}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchResults) : undefined
}

const shownOf = (results: BenchResults | undefined) =>
  (results?.results ?? []).filter(({ connections }) => connections === SHOWN_CONNECTIONS)

const figuresOf = (measured: Measured | undefined) => {
  if (!measured) return ['–', '–', '–', '–', '–']
  const { product, ratio } = measured
  return [product.p50, product.p95, product.p99, Math.round(product.perSecond), ratio ?? '–']
}

const costsOf = (measured: Measured | undefined) =>
  (['node', 'postgres'] as const).map((part) =>
    measured ? `${measured.cost[part]} (${measured.floorCost?.[part] ?? '–'})` : '–',
  )

const verdictOf = (name: string, small: Measured | undefined, large: Measured | undefined) => {
  const goal = GOALS.find(([pattern]) => pattern.test(name))?.[1] ?? {}
  const growth = small && large && Math.round((large.product.p50 / small.product.p50) * 100) / 100
  const wanted = [
    goal.p50 === undefined ? [] : [`p50 ≤ ${goal.p50} ms`],
    goal.ratio === undefined ? [] : [`ratio ≥ ${goal.ratio}`],
    goal.growth === undefined ? [] : [`growth ≤ ${goal.growth}`],
  ].flat()
  return [growth ?? '–', wanted.join(', ') || '–']
}

const asTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const loadOf = (label: string, results: BenchResults | undefined) =>
  results &&
  `Load before the run at ${label} ${results.loadBefore}, after it ${results.loadAfter} (1, 5 and 15 minutes).`

/** CPU times come first, because they are more stable than latencies. */
const tablesOf = (): string => {
  const runs = [SMALL, LARGE].map(resultsOf)
  const [small, large] = runs.map(shownOf) as [Measured[], Measured[]]
  const rows = [...new Set([...large, ...small].map(({ operation }) => operation))].map((name) => ({
    name,
    sizes: [small, large].map((side) => side.find(({ operation }) => operation === name)),
  }))
  const costs = asTable(
    ['CPU ms per request', ...[SMALL, LARGE].flatMap((label) => [`${label}: Node`, 'PostgreSQL'])],
    rows.map(({ name, sizes }) => [name, ...sizes.flatMap(costsOf)]),
  )
  const times = asTable(
    [
      'operation',
      ...[SMALL, LARGE].flatMap((label) => [
        `${label}: p50`,
        'p95',
        'p99 ms',
        'requests/s',
        'ratio to floor',
      ]),
      'growth of p50',
      'goal',
    ],
    rows.map(({ name, sizes }) => [
      name,
      ...sizes.flatMap(figuresOf),
      ...verdictOf(name, sizes[0], sizes[1]),
    ]),
  )
  const loads = [SMALL, LARGE].map((label, size) => loadOf(label, runs[size]))
  return [...loads.filter((load) => load !== undefined), costs, times].join('\n\n')
}

export const updateTable = (): void => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->']
  if (!text.includes(begin) || !text.includes(end))
    throw new Error('The document has no place for the tables')
  const [before = '', rest = ''] = text.split(begin)
  const [, after = ''] = rest.split(end)
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${tablesOf()}\n\n${end}${after}`)
  execFileSync('npx', ['oxfmt', DOCUMENT], { cwd: REPOSITORY })
}
