import type { Tables } from '../../platform/database/table-rights.ts'

export const deliveriesTables: Tables = {
  deliveries: { changes: 'state failure attempts due_at sent_at delivered_at template_id hold' },
  delivery_events: { adds: 'delivery_id kind detail by_user' },
  lab_delivery_settings: {
    changes: 'link_days is_automatic quiet_from_hour quiet_until_hour sender_name adult_age slip_paper',
  },
  lab_message_templates: {},
  link_codes: { changes: 'code_hash tries used_at', removes: true },
  link_sessions: { changes: 'token_hash has_code used_at', removes: true },
  report_announcements: { changes: 'needs_confirmation confirmed_by announced_at held_at' },
  report_calls: { adds: 'report_id delegate_id report_version outcome note called_at called_by' },
  report_links: {
    changes: `expires_at revoked_at revocation wrong_tries locked_until device_hash first_opened_at
      last_opened_at opened_version`,
  },
  unopened_deliveries: { changes: 'ends_at', removes: true },
  unreached_reports: { changes: 'lab_id agreed_email', removes: true },
  visit_links: { changes: 'token_hash language expires_at created_by created_at', removes: true },
  visit_slips: { changes: 'wrong_tries locked_until device_hash revoked_at revocation' },
}
