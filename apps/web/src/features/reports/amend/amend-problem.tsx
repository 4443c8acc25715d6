import { Anchor, Box } from '@mantine/core'
import { REFUSAL } from '@zelab/contract/messages'
import { reasonText } from '@zelab/contract/reasons'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { fileAddress } from '../../../lib/report-files.ts'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import * as texts from '../texts.tsx'
import type { useAmending } from './use-amending.ts'

export function AmendProblem({ amending }: { amending: ReturnType<typeof useAmending> }) {
  const { failure, newer, base } = amending
  const place = useRef<HTMLDivElement>(null)
  // The submit button is at the other end of the form.
  useEffect(() => {
    if (failure) place.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  if (!failure) return null
  const { message, isConflict } = failure
  return (
    <div ref={place}>
      <Notice
        tone={isConflict ? 'warning' : 'negative'}
        role="alert"
        title={base.withdrawal ? REFUSAL.REPORT_WITHDRAWN : texts.notAmended}
      >
        {!base.withdrawal && <p>{message}</p>}
        {isConflict && newer && (
          <Box
            mt="md"
            px="md"
            py="sm"
            bg="var(--bench)"
            bdrs="sm"
            role="group"
            aria-label={texts.versionNumber(newer.version)}
          >
            <DetailList
              details={[
                {
                  label: texts.versionNumber(newer.version),
                  value: `${newer.by.fullName}, ${formatDateTime(newer.at)}`,
                },
                {
                  label: texts.reason,
                  value: [reasonText(newer.reason ?? ''), newer.note].filter(Boolean).join(': '),
                },
                { label: texts.reportTitle, value: newer.title },
                { label: texts.reportType, value: newer.reportType.title },
                { label: texts.remark, value: newer.remark ?? texts.none },
                {
                  label: texts.file,
                  value: (
                    <Anchor href={fileAddress(newer.filePath)} {...NEW_TAB} inherit>
                      {newer.isFileNew ? texts.openTheNewFile : texts.fileDidNotChange}
                    </Anchor>
                  ),
                },
              ]}
            />
          </Box>
        )}
      </Notice>
    </div>
  )
}
