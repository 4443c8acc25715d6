import type { Tables } from '../../platform/database/table-rights.ts'

export const reportTypesTables: Tables = {
  report_types: { changes: 'title description is_sensitive loinc', removes: true },
}
