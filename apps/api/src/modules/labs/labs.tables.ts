import type { Tables } from '../../platform/database/table-rights.ts'

export const labsTables: Tables = {
  labs: { changes: 'name address_line1 city email phone updated_at', removes: true },
}
