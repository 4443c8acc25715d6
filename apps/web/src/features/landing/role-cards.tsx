import { UnstyledButton } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { STAFF_ROLES } from '@zelab/contract/access'
import classes from './role-cards.module.css'
import { ROLE_CARDS } from './roles.ts'

/** One card for each staff role; patients have none (AMB-15). */
export function RoleCards({ onChoose }: { onChoose: (role: string) => void }) {
  return (
    <section className={classes.section} aria-labelledby="roles-title">
      <h2 className={classes.heading} id="roles-title">
        Choose how you work
      </h2>
      <ul className={classes.grid}>
        {STAFF_ROLES.map((role) => {
          const { text, icon: Sign } = ROLE_CARDS[role]
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
                <span className={classes.text}>{text}</span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
