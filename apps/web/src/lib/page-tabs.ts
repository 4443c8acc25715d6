export const LAB_TABS = [
  'overview',
  'letterhead',
  'sending',
  'inbox',
  'visits',
  'critical',
  'release',
  'staff',
] as const
export const SETTINGS_TABS = ['general', 'security', 'report-types', 'backups'] as const
