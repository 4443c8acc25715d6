import type { ReactNode } from 'react'
import { Isolated } from '../display/isolated.tsx'
import classes from './detail-list.module.css'

export interface Detail {
  label: string
  value: ReactNode
  isWide?: boolean
  /** Spans the full width on a phone. */
  isLong?: boolean
}

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className={classes.list}>
      {details.map(({ label, value, isWide, isLong }) => (
        <div
          key={label}
          className={classes.item}
          data-wide={isWide || undefined}
          data-long={isLong || undefined}
        >
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            <Isolated>{value}</Isolated>
          </dd>
        </div>
      ))}
    </dl>
  )
}
