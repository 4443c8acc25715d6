import type { Tables } from '../../platform/database/table-rights.ts'

export const patientsTables: Tables = {
  legal_holds: { adds: 'patient_id placed_by reason', changes: 'lift_reason lifted_by lifted_at' },
  patient_changes: { adds: 'patient_id changed_by kind changes' },
  patient_consents: { adds: 'patient_id channel is_given wording_version recorded_by' },
  patient_delegates: { changes: 'ended_at end_reason ended_by' },
  patient_import_rows: { changes: 'fields duplicate_patients duplicate_rows bad_fields', removes: true },
  patient_imports: {
    changes: `finished_at content state problem attempts encoding separator unknown_columns
      skip_duplicates rows_total rows_checked rows_written rows_with_errors rows_duplicate
      confirmed_address confirmed_request_id skip_invalid`,
    removes: true,
  },
  patient_languages: { changes: 'language' },
  patient_merges: {
    adds: `survivor_id merged_id merged_by reason report_ids changes delivery_change visit_ids
      unreleased_ids`,
    changes: 'undone_at undone_by',
    removes: true,
  },
  patients: {
    adds: `lab_id registered_by full_name emr_id national_id email phone date_of_birth gender
      address_line1 city registration_type`,
    changes: `full_name emr_id email phone date_of_birth gender address_line1 city registration_type
      updated_at former_ids merged_into national_id`,
    removes: true,
  },
}
