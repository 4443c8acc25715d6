import type { Icon } from '@tabler/icons-react'
import {
  IconBuildingHospital,
  IconFile,
  IconFileText,
  IconHistory,
  IconLogin2,
  IconMail,
  IconSettings,
  IconTag,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react'

/** By what the action is about: the word before the dot of `report.publish`. */
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
}

export function ActivityIcon({ action }: { action: string }) {
  const Sign = ICONS[action.split('.')[0] ?? ''] ?? IconHistory
  return <Sign size={16} stroke={1.75} aria-hidden="true" />
}
