import { Box } from '@mantine/core'
import type { Delivery } from '@zelab/contract'
import { formatDateTime } from '../../lib/format.ts'
import { PhoneLink } from '../../ui/display/contact-links.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import * as texts from './texts.ts'

/** No message takes a paper back, so the staff calls the patient. */
export function WithdrawnOnPaper({ deliveries }: { deliveries: readonly Delivery[] }) {
  const papers = deliveries.filter(({ channel }) => channel === 'paper')
  const [newest] = papers
  if (!newest) return null
  const { fullName, phone } = newest.patient
  return (
    <Box px="md" py="sm">
      <Notice tone="negative" title={texts.withdrawnOnPaper}>
        <p>
          {texts.callForPaper(fullName)} <PhoneLink phone={phone} />
        </p>
        {papers.map(({ id, reportVersion, createdAt, requestedBy }) => (
          <p key={id}>
            {texts.paperOf(reportVersion, formatDateTime(createdAt), requestedBy?.fullName ?? '')}
          </p>
        ))}
      </Notice>
    </Box>
  )
}
