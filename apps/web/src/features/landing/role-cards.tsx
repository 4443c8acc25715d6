import { UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import {
  IconArrowUpRight,
  IconClipboardHeart,
  IconMicroscope,
  IconSettings,
  IconStethoscope,
} from '@tabler/icons-react'
import type { StaffRole } from '@zelab/contract/access'
import { STAFF_ROLES } from '@zelab/contract/access'
import classes from './landing-samples.module.css'
import * as texts from './texts.ts'

/** A new staff role does not compile without an icon. */
const ROLE_ICONS: Record<StaffRole, Icon> = {
  Admin: IconSettings,
  Doctor: IconStethoscope,
  Technician: IconMicroscope,
  Receptionist: IconClipboardHeart,
}

export function RoleCards({ onChoose }: { onChoose: (role: string) => void }) {
  return (
    <section className={classes.section} aria-labelledby="roles-title">
      <h2 className={classes.heading} id="roles-title">
        {texts.roles.title}
      </h2>
      <ul className={classes.grid}>
        {STAFF_ROLES.map((role) => {
          const Sign = ROLE_ICONS[role]
          return (
            <li key={role}>
              <UnstyledButton className={classes.card} onClick={() => onChoose(role)}>
                <span className={classes.top}>
                  <span className={classes.icon}>
                    <Sign size={22} stroke={1.6} aria-hidden="true" />
                  </span>
                  <IconArrowUpRight className={classes.arrow} size={18} stroke={1.75} aria-hidden="true" />
                </span>
                <span className={classes.name}>{role}</span>
                <span className={classes.text}>{texts.roles[role]}</span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
