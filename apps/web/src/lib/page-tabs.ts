export const LAB_TABS = [
  'overview',
  'letterhead',
  'sending',
  'inbox',
  'visits',
  'critical',
  'release',
  'integrations',
  'staff',
] as const
export const SETTINGS_TABS = ['general', 'security', 'report-types', 'backups'] as const
