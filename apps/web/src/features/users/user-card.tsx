import type { StaffMember } from '@zelab/contract'
import { formatDate, orNotAvailable } from '../../lib/format.ts'
import * as texts from './texts.ts'
import classes from './user-card.module.css'
import { UserActions } from './user-actions.tsx'
import { ContactInformation, RoleBadge, UserDetails } from './user-cells.tsx'

/** A user in the list on a phone. Resetting a password is left to the wide table (section 2, users list page). */
export function UserCard({ user }: { user: StaffMember }) {
  return (
    <article className={classes.card} aria-label={user.fullName}>
      <header className={classes.head}>
        <UserDetails user={user} />
        <RoleBadge user={user} />
        <UserActions user={user} />
      </header>
      <ContactInformation user={user} />
      <dl className={classes.facts}>
        <div>
          <dt>{texts.labDetails}</dt>
          <dd>{orNotAvailable(user.lab?.name)}</dd>
        </div>
        <div>
          <dt>{texts.joinedDate}</dt>
          <dd>{formatDate(user.createdAt)}</dd>
        </div>
      </dl>
    </article>
  )
}
