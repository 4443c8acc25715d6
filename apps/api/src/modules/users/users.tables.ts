import type { Tables } from '../../platform/database/table-rights.ts'

export const usersTables: Tables = {
  user_preferences: { changes: 'patient_columns report_columns updated_at' },
  users: {
    changes: `full_name email phone password_hash user_type_id lab_id deactivated_at updated_at
      totp_secret totp_confirmed_at totp_last_step is_invited access_version totp_pending_secret
      totp_pending_until totp_pending_session passkey_handle refused_mail refused_mail_at
      refused_mail_to`,
  },
}
