import type { Report } from '@zelab/contract'
import { reasonText } from '@zelab/contract/reasons'
import { formatDate } from '../../../lib/format.ts'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import * as texts from '../texts.tsx'
import classes from './report-page.module.css'

export function WithdrawalBanner({ withdrawal }: { withdrawal: NonNullable<Report['withdrawal']> }) {
  const { reason, note, at, by, republishedAs } = withdrawal
  return (
    <div className={classes.banner}>
      <Notice tone="negative" title={texts.thisReportWasWithdrawn}>
        <p>
          <strong>{reasonText(reason)}</strong>
        </p>
        {note && <p className={classes.note}>{note}</p>}
        <p>{texts.withdrawnBy(by.fullName, formatDate(at))}</p>
        {republishedAs !== null && (
          <p>
            {texts.republishedAs(
              <AnchorLink
                to="/user/reports/view/$reportId"
                params={{ reportId: String(republishedAs) }}
                inherit
                underline="always"
              >
                {texts.reportNumber(republishedAs)}
              </AnchorLink>,
            )}
          </p>
        )}
      </Notice>
    </div>
  )
}
