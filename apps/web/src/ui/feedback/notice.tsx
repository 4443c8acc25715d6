import { Box, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './feedback.module.css'

interface NoticeProps {
  /** `mismatch`: a file or record may belong to another patient. */
  tone: 'info' | 'warning' | 'negative' | 'mismatch'
  title: string
  /** `alert` interrupts screen readers, for new errors; `title-alert` with the title only, for a long body. */
  role?: 'alert' | 'title-alert' | 'note'
  children?: ReactNode
  /** Buttons, which are not part of the alert. */
  actions?: ReactNode
}

export function Notice({ tone, title, role = 'note', children, actions }: NoticeProps) {
  const Sign = tone === 'negative' || tone === 'mismatch' ? IconAlertTriangle : IconInfoCircle
  return (
    <div className={classes.notice} data-tone={tone} role="note">
      <Sign className={classes.sign} size={18} stroke={1.75} aria-hidden="true" />
      <Box flex={1} miw={0}>
        <div role={role === 'alert' ? role : undefined}>
          <Text c="var(--tone-text)" fw={600} role={role === 'title-alert' ? 'alert' : undefined}>
            {title}
          </Text>
          {children && <div className={classes.body}>{children}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </Box>
    </div>
  )
}
