import type { Tables } from '../../platform/database/table-rights.ts'

export const settingsTables: Tables = {
  settings: {
    changes: `support_email support_phone support_hours upload_limit_mb idle_minutes absolute_hours
      updated_at second_factor_roles product_name logo logo_media_type logo_version time_zone
      default_page_size sign_in_attempts sign_in_attempts_per_address sign_in_window_minutes
      retention_years date_order country passkey_roles passkeys_from`,
  },
  settings_updates: { changes: 'updated_at' },
}
