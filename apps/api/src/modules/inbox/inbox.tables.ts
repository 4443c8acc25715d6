import type { Tables } from '../../platform/database/table-rights.ts'

export const inboxTables: Tables = {
  inbox_items: {
    changes: `upload_key kind file_id file_name hints text has_codes_read title report_type_id match
      patient_id matched_at problem target_report_id claimed_by claimed_until state decided_by
      decided_at reject_reason reject_note report_id is_automatic reviewed_by reviewed_at
      statement changed_at revision visit is_critical patient_keys notices critical_since
      escalations next_escalation_at escalation_held_at has_proposal opened_by`,
    removes: true,
  },
  inbox_messages: { removes: true },
  inbox_rules: { removes: true },
  inbox_settings: { changes: 'file_name_pattern' },
  inbox_sources: {
    changes: `name is_on publishes_automatically publisher_id folder certificate addresses charset
      problem problem_since last_received_at removed_at`,
  },
}
