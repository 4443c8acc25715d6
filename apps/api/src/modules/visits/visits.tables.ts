import type { Tables } from '../../platform/database/table-rights.ts'

export const visitsTables: Tables = {
  lab_calendars: { changes: 'week holidays seasons' },
  lab_turnaround_targets: { removes: true },
  lab_visit_settings: { changes: 'is_on holds_unpaid gives_links' },
  referrers: { changes: 'kind name phone email license_number archived_at note' },
  visit_report_types: { changes: 'target_at', removes: true },
  visits: {
    adds: `lab_id patient_id referrer_id is_referrer_certain order_number collected_at received_at
      collected_on received_on promised_at payment payment_by payment_at waiver_reason note
      order_key created_by`,
    changes: `patient_id referrer_id collected_at received_at promised_at payment payment_by payment_at
      waiver_reason note order_key updated_at canceled_by canceled_at is_awaited target_at
      collected_on received_on order_number is_referrer_certain`,
  },
}
