import { Button } from '@mantine/core'
import { IconBan, IconDownload, IconFileText, IconPencil } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import type { MouseEvent, ReactNode } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCan } from '../../../lib/permissions.ts'
import { downloadAddress, fileAddress, fileNameOf } from '../../../lib/report-files.ts'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import classes from './report-actions.module.css'
import * as texts from '../texts.tsx'

const WithdrawDialog = lazy(async () => ({
  default: (await import('../withdraw/withdraw-dialog.tsx')).WithdrawDialog,
}))

const ICON = { size: 16, stroke: 1.75 } as const

interface ReportActionsProps {
  report: Report
  /** False for an earlier version and for a withdrawn report. */
  mayChange: boolean
  /** The button that sends it to the patient, if there is one. */
  sendAction: ReactNode
  /** Opens the viewer. */
  onView: () => void
}

/** What can be done with a report: for everybody its file, for those who may its correction. */
export function ReportActions({ report, mayChange, sendAction, onView }: ReportActionsProps) {
  const may = useCan()
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  /** A link to the file, which opens the viewer when it is simply pressed. */
  const view = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onView()
  }
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
      {sendAction}
      <Button
        component="a"
        href={downloadAddress(report.filePath)}
        // With the API on a separate host a browser opens it instead.
        target="_blank"
        rel="noopener"
        className={classes.download ?? ''}
        download={fileNameOf(report.title, report.filePath)}
        variant="default"
        leftSection={<IconDownload {...ICON} />}
      >
        {texts.download}
      </Button>
      <Button
        component="a"
        href={fileAddress(report.filePath)}
        className={classes.view ?? ''}
        target="_blank"
        rel="noopener"
        // A withdrawn file can still be read, but nothing invites to it.
        variant={report.withdrawal ? 'default' : 'filled'}
        leftSection={<IconFileText {...ICON} />}
        onClick={view}
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
