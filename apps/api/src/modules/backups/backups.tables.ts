import type { Tables } from '../../platform/database/table-rights.ts'

export const backupsTables: Tables = {
  backup_choice: { changes: 'place_id folder chosen_by chosen_at', removes: true },
  backup_runs: {
    changes: 'state started_at ended_at archive size_bytes file_count row_count sha256 problem',
  },
  backup_setup: { changes: 'schedule keep is_encrypted told_at', removes: true },
}
