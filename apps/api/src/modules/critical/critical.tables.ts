import type { Tables } from '../../platform/database/table-rights.ts'

export const criticalTables: Tables = {
  critical_calls: {
    adds: `critical_result_id called_by person person_role phone began_at ended_at read_out outcome
      caller value unit identifiers`,
  },
  critical_notices: {
    adds: 'critical_result_id inbox_item_id step user_id channel',
    changes: 'state failure changed_at',
  },
  critical_results: {
    adds: `report_id unreleased_id lab_id cause flagged_by flagged_at target_minutes due_at
      escalations next_escalation_at source_id`,
    changes: `report_id flagged_at due_at escalations next_escalation_at closed_at closed_by closing
      informed_at message_allowed_at message_allowed_by message_reason closing_reason version
      revision sha256 about_since message_version message_sha256 restored_at`,
  },
  lab_critical_contacts: { removes: true },
  lab_critical_settings: { changes: 'is_on target_minutes' },
}
