import type { Report } from '@zelab/contract'
import { formatDate } from '../../lib/format.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './withdrawal-banner.module.css'

/** Tells those who still see a withdrawn report that it must not be used, why, and who said so (AMB-27). */
export function WithdrawalBanner({ withdrawal }: { withdrawal: NonNullable<Report['withdrawal']> }) {
  const { reason, note, at, by } = withdrawal
  return (
    <div className={classes.banner}>
      <Notice tone="negative" title="This report was withdrawn">
        <p>
          <strong>{reason}</strong>
        </p>
        {note && <p className={classes.note}>{note}</p>}
        <p>
          Withdrawn by {by.fullName} on {formatDate(at)}. It no longer appears in any list.
        </p>
      </Notice>
    </div>
  )
}
