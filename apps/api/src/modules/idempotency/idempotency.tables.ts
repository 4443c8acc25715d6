import type { Tables } from '../../platform/database/table-rights.ts'

export const idempotencyTables: Tables = {
  idempotency_keys: { removes: true },
}
