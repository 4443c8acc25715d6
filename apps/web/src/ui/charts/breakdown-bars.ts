import type { Breakdown } from '@zelab/contract'
import * as texts from '../texts.ts'

export interface BreakdownBar {
  title: string
  reports: number
  patients: number
}

/** The largest members; a last bar adds up the others. */
export const toBars = (
  { members, count }: Breakdown,
  totals: { reports: number; patients: number },
  { limit, unnamed }: { limit: number; unnamed: string },
): BreakdownBar[] => {
  const shown = members
    .slice(0, limit)
    .map(({ name, reports, patients }) => ({ title: name ?? unnamed, reports, patients }))
  if (count <= shown.length) return shown
  const rest = (kind: 'reports' | 'patients') =>
    totals[kind] - shown.reduce((sum, member) => sum + member[kind], 0)
  return [
    ...shown,
    { title: texts.others(count - shown.length), reports: rest('reports'), patients: rest('patients') },
  ]
}
