/** What a lost key takes with it: second factors are set up again, and the log gets seals of the next key from here on. */
export const WITHOUT_KEY = [
  'update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null, totp_pending_secret = null',
  'delete from recovery_codes',
  `update activity_seal_state
      set seals = 0, last_seal_id = 0, last_entry_id = 0, hash = null, signature = null, broken_at = null,
          problem = null, resumed_after_seal_id = (select coalesce(max(id), 0) from activity_seals)`,
] as const
