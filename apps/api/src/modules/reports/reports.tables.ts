import type { Tables } from '../../platform/database/table-rights.ts'

export const reportsTables: Tables = {
  lab_release_settings: {
    changes: 'two_persons report_type_ids technicians_release allows_alone late_told_at',
  },
  report_versions: {},
  reports: {
    adds: `lab_id patient_id report_type_id title remark file_id uploaded_by republished_from
      visit_id release_id`,
    changes: `patient_id report_type_id title remark file_id withdrawn_at withdrawn_by withdrawal_reason
      withdrawal_note version amended_at amended_by amendment_reason amendment_note visit_id
      release_id changed_at`,
  },
  unreleased_reports: {
    adds: `lab_id patient_id report_type_id title remark file_id sha256 visit_id moves_visit_id
      report_id based_on amendment_reason amendment_note republished_from inbox_item_id
      inbox_revision author_id author_ids critical_at suspended_at suspended_by`,
    changes: `patient_id report_type_id title remark file_id sha256 visit_id inbox_item_id author_id
      author_ids revision opened_by state returned_by returned_at return_reason released_by
      released_at alone_reason reviewed_by reviewed_at discarded_by discarded_at critical_at
      suspended_by suspended_at discard_reason return_reply`,
  },
}
