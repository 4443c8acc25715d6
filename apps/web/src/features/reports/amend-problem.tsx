import { Anchor } from '@mantine/core'
import { REFUSAL } from '@zelab/contract/messages'
import { reasonText } from '@zelab/contract/reasons'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { fileAddress } from '../../lib/report-files.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './publish-page.module.css'
import type { useAmending } from './use-amending.ts'

/** Why the report was not amended; with the newer version, when somebody else was faster. */
export function AmendProblem({ amending }: { amending: ReturnType<typeof useAmending> }) {
  const { failure, newer, base } = amending
  const place = useRef<HTMLDivElement>(null)
  // The button that led here is at the other end of the form.
  useEffect(() => {
    if (failure) place.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  if (!failure) return null
  const isConflict = failure === REFUSAL.reportChanged
  return (
    <div ref={place}>
      <Notice
        tone={isConflict ? 'warning' : 'negative'}
        role="alert"
        title={base.withdrawal ? REFUSAL.reportWithdrawn : 'The report was not amended'}
      >
        {!base.withdrawal && <p>{failure}</p>}
        {isConflict && newer && (
          <div className={classes.facts} role="group" aria-label={`Version ${newer.version}`}>
            <DetailList
              details={[
                {
                  label: `Version ${newer.version}`,
                  value: `${newer.by.fullName}, ${formatDateTime(newer.at)}`,
                },
                {
                  label: 'Reason',
                  value: [reasonText(newer.reason ?? ''), newer.note].filter(Boolean).join(': '),
                },
                { label: 'Report Title', value: newer.title },
                { label: 'Report Type', value: newer.reportType.title },
                { label: 'Remark', value: newer.remark ?? 'None' },
                {
                  label: 'File',
                  value: (
                    <Anchor href={fileAddress(newer.filePath)} target="_blank" rel="noopener" inherit>
                      {newer.isFileNew ? 'Open the new file' : 'Open the file, which did not change'}
                    </Anchor>
                  ),
                },
              ]}
            />
          </div>
        )}
      </Notice>
    </div>
  )
}
