import type { Icon } from '@tabler/icons-react'
import { IconClipboardHeart, IconMicroscope, IconSettings, IconStethoscope } from '@tabler/icons-react'
import type { StaffRole } from '@zelab/contract/access'

/** The role cards of the landing page; a new staff role does not compile without its words. */
export const ROLE_CARDS: Record<StaffRole, { text: string; icon: Icon }> = {
  Admin: { text: 'manage system settings and user accounts', icon: IconSettings },
  Doctor: { text: 'view, update and manage patient medical records', icon: IconStethoscope },
  Technician: {
    text: 'perform diagnostic and technical tasks with access to relevant records',
    icon: IconMicroscope,
  },
  Receptionist: { text: 'schedule appointments and register patients', icon: IconClipboardHeart },
}
