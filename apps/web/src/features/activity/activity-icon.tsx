import type { Icon } from '@tabler/icons-react'
import {
  IconBuildingHospital,
  IconDownload,
  IconFile,
  IconFileText,
  IconHistory,
  IconLayoutDashboard,
  IconLogin2,
  IconLock,
  IconMail,
  IconPrinter,
  IconSearch,
  IconServer,
  IconSettings,
  IconShieldCheck,
  IconTag,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react'

/** Icon by the object of the action, which is the part before the dot in `report.publish`. */
const ICONS: Record<string, Icon> = {
  session: IconLogin2,
  user: IconUserShield,
  lab: IconBuildingHospital,
  patient: IconUser,
  report: IconFileText,
  'report-type': IconTag,
  file: IconFile,
  mail: IconMail,
  settings: IconSettings,
  access: IconLock,
  record: IconPrinter,
  data: IconDownload,
  service: IconServer,
  search: IconSearch,
  dashboard: IconLayoutDashboard,
  backup: IconServer,
  log: IconShieldCheck,
}

export function ActivityIcon({ action }: { action: string }) {
  const Sign = ICONS[action.split('.')[0] ?? ''] ?? IconHistory
  return <Sign size={16} stroke={1.75} aria-hidden="true" />
}
