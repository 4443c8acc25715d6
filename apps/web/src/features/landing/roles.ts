import type { Icon } from '@tabler/icons-react'
import { IconClipboardHeart, IconMicroscope, IconSettings, IconStethoscope } from '@tabler/icons-react'
import type { StaffRole } from '@zelab/contract/access'

/** What stands on the role cards of the landing page; a new staff role does not compile without its own. */
export const ROLE_ICONS: Record<StaffRole, Icon> = {
  Admin: IconSettings,
  Doctor: IconStethoscope,
  Technician: IconMicroscope,
  Receptionist: IconClipboardHeart,
}
