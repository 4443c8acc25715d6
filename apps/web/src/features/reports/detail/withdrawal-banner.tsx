import { Box } from '@mantine/core'
import type { Report } from '@zelab/contract'
import { reasonText } from '@zelab/contract/reasons'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { AnchorLink } from '../../../ui/actions/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { suspended } from '../../../entities/report/texts.ts'
import * as texts from '../texts.tsx'
import classes from './report-page.module.css'

export function SuspensionBanner({ suspension }: { suspension: NonNullable<Report['suspension']> }) {
  const may = useCan()
  const { at, by, unreleasedId } = suspension
  return (
    <Box mb="md">
      <Notice tone="negative" title={suspended}>
        <p>{texts.suspendedHint}</p>
        <p>{texts.suspendedBy(by.fullName, formatDateTime(at))}</p>
        {may('reports:publish') && (
          <p>
            <AnchorLink
              to="/user/release/$id"
              params={{ id: String(unreleasedId) }}
              inherit
              underline="always"
            >
              {texts.openCorrection}
            </AnchorLink>
          </p>
        )}
      </Notice>
    </Box>
  )
}

export function WithdrawalBanner({ withdrawal }: { withdrawal: NonNullable<Report['withdrawal']> }) {
  const { reason, note, at, by, republishedAs } = withdrawal
  return (
    <Box mb="md">
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
    </Box>
  )
}
