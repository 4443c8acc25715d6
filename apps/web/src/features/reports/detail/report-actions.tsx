import { Button } from '@mantine/core'
import { IconBan, IconDownload, IconExternalLink, IconPencil } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCan } from '../../../lib/permissions.ts'
import { downloadAddress, fileAddress } from '../../../lib/report-files.ts'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import * as texts from '../texts.tsx'

const WithdrawDialog = lazy(async () => ({
  default: (await import('../withdraw/withdraw-dialog.tsx')).WithdrawDialog,
}))

const ICON = { size: 16, stroke: 1.75 } as const

interface ReportActionsProps {
  report: Report
  /** False for an earlier version and for a withdrawn report. */
  mayChange: boolean
}

/** What can be done with a report: for everybody its file, for those who may its correction. */
export function ReportActions({ report, mayChange }: ReportActionsProps) {
  const may = useCan()
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const file = { component: 'a', target: '_blank', rel: 'noopener' } as const
  return (
    <>
      {mayChange && may('reports:delete') && (
        <Button
          ref={opener}
          variant="default"
          leftSection={<IconBan {...ICON} />}
          onClick={() => setIsWithdrawing(true)}
        >
          {texts.withdraw}
        </Button>
      )}
      {mayChange && may('reports:edit') && (
        <ButtonLink
          to="/user/reports/amend/$reportId"
          params={{ reportId: String(report.id) }}
          variant="default"
          leftSection={<IconPencil {...ICON} />}
        >
          {texts.amend}
        </ButtonLink>
      )}
      <Button
        {...file}
        href={downloadAddress(report.filePath)}
        variant="default"
        leftSection={<IconDownload {...ICON} />}
      >
        {texts.download}
      </Button>
      <Button
        {...file}
        href={fileAddress(report.filePath)}
        // A withdrawn file can still be read, but nothing invites to it.
        variant={report.withdrawal ? 'default' : 'filled'}
        leftSection={<IconExternalLink {...ICON} />}
      >
        {texts.viewReportButton}
      </Button>
      {mayChange && isWithdrawing && (
        <Suspense fallback={null}>
          <WithdrawDialog
            report={report}
            onClose={() => {
              setIsWithdrawing(false)
              opener.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
