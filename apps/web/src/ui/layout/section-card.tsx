import { Box, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { createContext, useContext, useId } from 'react'
import { Hint } from '../display/inline.tsx'
import { Count } from '../display/tags.tsx'
import type { DocumentState } from './sheet.tsx'
import classes from './layout.module.css'

interface SectionCardProps {
  title: string
  count?: string | undefined
  subtitle?: string
  /** False reserves the room for actions that load with the content. */
  actions?: ReactNode
  state?: DocumentState
  /** Without padding, for full-width tables. */
  isFlush?: boolean
  children: ReactNode
}

const HeadingOrder = createContext<2 | 3>(2)

/** One card of sections, which are divided by lines. */
export function SectionGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={`${classes.sheet} ${classes.group}`} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
      </div>
      <HeadingOrder value={3}>{children}</HeadingOrder>
    </section>
  )
}

export function SectionCard({ title, count, subtitle, actions, state, isFlush, children }: SectionCardProps) {
  const titleId = useId()
  const order = useContext(HeadingOrder)
  return (
    <section className={classes.sheet} aria-labelledby={titleId} data-state={state}>
      <div className={classes.head} data-flush={isFlush}>
        <Box flex="1 1 8rem" miw={0}>
          <Title order={order} id={titleId}>
            {title} {count !== undefined && <Count>{count}</Count>}
          </Title>
          {subtitle && <Hint>{subtitle}</Hint>}
        </Box>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={isFlush ? undefined : classes.body}>{children}</div>
    </section>
  )
}
