import type { Tables } from '../../platform/database/table-rights.ts'

export const insightsTables: Tables = {
  daily_total_changes: { removes: true },
  daily_totals: { changes: 'n', removes: true },
  daily_totals_state: { changes: 'only_row time_zone', isLocked: true },
  report_openings: { changes: 'opened_at', removes: true },
}
