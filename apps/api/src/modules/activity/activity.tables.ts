import type { Tables } from '../../platform/database/table-rights.ts'

export const activityTables: Tables = {
  activity_log: {
    adds: `actor_id actor_name actor_role lab_id action object_type object_id summary address
      request_id`,
  },
  activity_seal_state: {
    adds: false,
    changes: 'seals last_seal_id last_entry_id hash signature resumed_after_seal_id broken_at problem',
  },
  activity_seals: { adds: 'last_entry_id entry_count hash' },
}
