import type { Report } from '@zelab/contract'
import { reasonText } from '@zelab/contract/reasons'
import { formatDate } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './withdrawal-banner.module.css'

/** Tells those who still see a withdrawn report that it must not be used, why, and who said so (AMB-27). */
export function WithdrawalBanner({ withdrawal }: { withdrawal: NonNullable<Report['withdrawal']> }) {
  const { reason, note, at, by, republishedAs } = withdrawal
  return (
    <div className={classes.banner}>
      <Notice tone="negative" title="This report was withdrawn">
        <p>
          <strong>{reasonText(reason)}</strong>
        </p>
        {note && <p className={classes.note}>{note}</p>}
        <p>
          Withdrawn by {by.fullName} on {formatDate(at)}. It no longer appears in any list.
        </p>
        {republishedAs !== null && (
          <p>
            Published for the right patient as{' '}
            <AnchorLink
              to="/user/reports/view/$reportId"
              params={{ reportId: String(republishedAs) }}
              inherit
              underline="always"
            >
              report #{republishedAs}
            </AnchorLink>
            .
          </p>
        )}
      </Notice>
    </div>
  )
}
