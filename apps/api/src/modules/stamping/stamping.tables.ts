import type { Tables } from '../../platform/database/table-rights.ts'

export const stampingTables: Tables = {
  lab_letterheads: {
    changes: `is_used accreditation corner margin_x margin_y shows_signature logo logo_media_type
      logo_version updated_at`,
  },
  signatures: { changes: 'content media_type version updated_at', removes: true },
  stamped_files: { changes: 'lab_id kind file_id host is_sealed seal_problem made_at' },
}
