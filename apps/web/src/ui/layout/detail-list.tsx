import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './detail-list.module.css'

export interface Detail {
  label: string
  value: ReactNode
  icon?: Icon
  /** Over the full width of the list. */
  isWide?: boolean
  /** Too long for half a phone: over the full width there. */
  isLong?: boolean
}

/** Labels and values of one record, two columns where there is room. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className={classes.list}>
      {details.map(({ label, value, icon: Sign, isWide, isLong }) => (
        <div
          key={label}
          className={classes.item}
          data-wide={isWide || undefined}
          data-long={isLong || undefined}
        >
          <dt className={classes.label}>
            {Sign && <Sign size={15} stroke={1.75} aria-hidden="true" />}
            {label}
          </dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
