import type { Tables } from '../../platform/database/table-rights.ts'

export const installationTables: Tables = {
  held_jobs: {},
  held_sendings: { changes: 'waiting', removes: true },
  installation: { changes: 'key_fingerprint storage_marked_at pulse' },
}
