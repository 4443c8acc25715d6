import type { Tables } from '../../platform/database/table-rights.ts'

export const authTables: Tables = {
  known_devices: { changes: 'token_hash last_used_at', removes: true },
  lab_sign_in_settings: { changes: 'rule open_until open_reason' },
  passkey_challenges: { removes: true },
  passkeys: { changes: 'counter name last_used_at', removes: true },
  password_resets: { changes: 'used_at', removes: true },
  provider_links: { changes: 'last_used_at last_acr last_auth_at lost_role_at', removes: true },
  provider_logouts: { changes: 'expires_at', removes: true },
  provider_requests: {
    changes: 'provider_id user_id access_version provider_session sealed_id_token created_at expires_at',
    removes: true,
  },
  recovery_codes: { changes: 'used_at', removes: true },
  session_tokens: { changes: 'replaced_at', removes: true },
  sessions: {
    changes: 'last_seen_at confirmed_at sealed_id_token provider_confirmed_at ends_at',
    removes: true,
  },
  sign_in_links: { changes: 'token_hash expires_at', removes: true },
  sign_in_providers: {
    changes: `name client_id sealed_secret sealed_key public_key scopes domains roles_claim roles
      creates_accounts checks_second_factor acr session_hours returns_after_logout trusts_emails
      asks_for_account default_role refreshes_accounts updated_at last_used_at last_problem
      last_problem_at`,
    removes: true,
  },
}
