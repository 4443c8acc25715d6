import { asTable } from '../table.ts'
import type { BesideStamping } from './beside-stamping.ts'
import type { PublicPage } from './public-page.ts'
import type { StampingCost } from './stamping-cost.ts'

/** The results of one run in bench/results/genuine.json. A part that was not wanted is undefined. */
interface GenuineResults {
  /** Averages of 1, 5 and 15 minutes. */
  loadBefore: string
  loadAfter: string
  stamping?: { files: StampingCost[]; firstOfProcess: number } | undefined
  beside?: { operations: BesideStamping[]; copiesPerSecond: number; openingMs: number } | undefined
  pages?: PublicPage[] | undefined
}

/** Markdown tables with the load of the machine. */
export const tablesOf = ({ loadBefore, loadAfter, stamping, beside, pages }: GenuineResults): string => {
  const parts = [`Load before the run ${loadBefore}, after it ${loadAfter} (1, 5 and 15 minutes).`]
  if (stamping)
    parts.push(
      asTable(
        ['stamped file', 'size', 'placement', 'CPU ms: min', 'median', 'p95'],
        stamping.files.map(({ file, kB, placement, min, median, p95 }) => [
          file,
          `${kB} kB`,
          placement,
          min,
          median,
          p95,
        ]),
      ),
      `The first copy of a new process takes ${stamping.firstOfProcess} ms of CPU time, with the start of the process.`,
    )
  if (beside)
    parts.push(
      asTable(
        [
          '16 connections',
          'alone: p50',
          'p95',
          'p99 ms',
          'beside stamping: p50',
          'p95',
          'p99 ms',
          'ratio of p99',
        ],
        beside.operations.map(({ operation, quiet, beside: busy, ratio }) => [
          operation,
          ...[quiet, busy].flatMap(({ p50, p95, p99 }) => [p50, p95, p99]),
          ratio,
        ]),
      ),
      `Beside them, ${beside.copiesPerSecond} copies a second were made; a first opening took ${beside.openingMs} ms (p50).`,
    )
  if (pages)
    parts.push(
      asTable(
        [
          'request',
          'connections',
          'p50',
          'p95',
          'p99 ms',
          'requests/s',
          'CPU ms: Node',
          'PostgreSQL',
          'p50 to /readyz',
          'to a report',
        ],
        pages.map(({ operation, connections, figures, cost, ratio, ratioToReport }) => [
          operation,
          connections,
          figures.p50,
          figures.p95,
          figures.p99,
          Math.round(figures.perSecond),
          cost.node,
          cost.postgres,
          ratio,
          ratioToReport,
        ]),
      ),
    )
  return parts.join('\n\n')
}
