import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Hint, Isolated } from '../display/inline.tsx'
import classes from './layout.module.css'

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
      {details.map(({ label, value, isWide, isLong }, index) => (
        <div
          // Two people may have one name.
          key={`${label} ${index}`}
          className={classes.item}
          data-wide={isWide || undefined}
          data-long={isLong || undefined}
        >
          <Hint component="dt">{label}</Hint>
          <Text component="dd" inherit mt={2} mb={0} mx={0} fw={500}>
            <Isolated>{value}</Isolated>
          </Text>
        </div>
      ))}
    </dl>
  )
}
