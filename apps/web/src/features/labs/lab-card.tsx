import { Skeleton } from '@mantine/core'
import { IconBuildingHospital, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { Lab } from '@zelab/contract'
import { formatDate } from '../../lib/format.ts'
import { useCan } from '../../lib/session-store.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { Ltr } from '../../ui/display/ltr.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { LabActions } from './lab-actions.tsx'
import classes from './lab-card.module.css'
import * as texts from './texts.ts'

export function LabCard({ lab }: { lab: Lab }) {
  const may = useCan()
  const { name, address, phone, email, createdAt } = lab
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <span className={classes.sign}>
          <IconBuildingHospital size={18} stroke={1.75} aria-hidden="true" />
        </span>
        <h2 className={classes.name}>
          <AnchorLink to="/user/labs/$labId" params={{ labId: String(lab.id) }} c="inherit">
            {name}
          </AnchorLink>
        </h2>
        <StatusBadge tone="positive">{texts.active}</StatusBadge>
        {may('labs:view') && <LabActions lab={lab} />}
      </header>
      <ul className={classes.lines}>
        <li>
          <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
          <span>
            {address.line1}, {address.city}
          </span>
        </li>
        {phone && (
          <li>
            <IconPhone size={16} stroke={1.75} aria-hidden="true" />
            <PhoneText phone={phone} />
          </li>
        )}
        {email && (
          <li>
            <IconMail size={16} stroke={1.75} aria-hidden="true" />
            <Ltr>{email}</Ltr>
          </li>
        )}
      </ul>
      <footer className={classes.foot}>{texts.createdOn(formatDate(createdAt))}</footer>
    </article>
  )
}

export function LabCardSkeleton() {
  return (
    <div className={classes.card} data-testid="skeleton-card">
      <div className={classes.head}>
        <Skeleton height="2.25rem" width="2.25rem" radius="md" />
        <Skeleton height="1rem" width="50%" />
      </div>
      <div className={classes.lines}>
        <Skeleton height="0.875rem" width="80%" />
        <Skeleton height="0.875rem" width="60%" />
      </div>
      <div className={classes.foot}>
        <Skeleton height="0.75rem" width="45%" />
      </div>
    </div>
  )
}
