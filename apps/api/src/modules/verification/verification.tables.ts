import type { Tables } from '../../platform/database/table-rights.ts'

export const verificationTables: Tables = {
  verification_codes: {},
  verification_lookups: { removes: true },
  viewing_passes: { changes: 'code_hash used_at session_hash', removes: true },
}
