import type { Tables } from '../../platform/database/table-rights.ts'

export const filesTables: Tables = {
  orphaned_uploads: { changes: 'remove_from', removes: true },
  page_images: { changes: 'name width height size_bytes sha256 made_at used_at', removes: true },
  report_files: { changes: 'uploaded_by identity_hints report_id sha1', removes: true },
}
