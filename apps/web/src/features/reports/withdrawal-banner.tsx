import { Alert } from '@mantine/core'
import { IconArchiveOff } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { formatDate } from '../../lib/format.ts'
import classes from './withdrawal-banner.module.css'

/** Tells those who still see a withdrawn report that it must not be used, why, and who said so (AMB-27). */
export function WithdrawalBanner({ withdrawal }: { withdrawal: NonNullable<Report['withdrawal']> }) {
  const { reason, note, at, by } = withdrawal
  return (
    <Alert
      className={classes.banner}
      color="red"
      variant="light"
      title="This report was withdrawn"
      icon={<IconArchiveOff aria-hidden="true" />}
    >
      <p className={classes.reason}>{reason}</p>
      {note && <p className={classes.note}>{note}</p>}
      <p className={classes.note}>
        Withdrawn by {by.fullName} on {formatDate(at)}. It no longer appears in any list.
      </p>
    </Alert>
  )
}
