import { Button, Menu } from '@mantine/core'
import { IconBan, IconDownload, IconFileText, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ShownReport } from '@zelab/contract'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useCan } from '../../../lib/session-store.ts'
import { downloadAddress, fileAddress } from '../../../lib/report-files.ts'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { RowMenu } from '../../../ui/actions/row-menu.tsx'
import classes from './report-page.module.css'
import { DialogLoading } from '../../../ui/form/form-modal.tsx'
import * as texts from '../texts.tsx'

const WithdrawDialog = lazy(async () => ({
  default: (await import('../withdraw/withdraw-dialog.tsx')).WithdrawDialog,
}))

const ICON = { size: 16, stroke: 1.75 } as const

interface ReportActionsProps {
  report: ShownReport
  /** False for an earlier version and for a withdrawn report. */
  mayChange: boolean
  sendAction: ReactNode
}

export function ReportActions({ report, mayChange, sendAction }: ReportActionsProps) {
  return (
    <>
      <Button
        component="a"
        href={fileAddress(report.filePath)}
        className={classes.file ?? ''}
        {...NEW_TAB}
        // A withdrawn file can be read, but is not the primary action.
        variant={report.withdrawal ? 'default' : 'filled'}
        leftSection={<IconFileText {...ICON} />}
      >
        {texts.viewReportButton}
      </Button>
      <Button
        component="a"
        href={downloadAddress(report.filePath)}
        className={classes.file ?? ''}
        {...NEW_TAB}
        variant="default"
        leftSection={<IconDownload {...ICON} />}
      >
        {texts.download}
      </Button>
      {sendAction}
      <CorrectionMenu report={report} mayChange={mayChange} />
    </>
  )
}

/** In a menu, because the actions are rare and must not be triggered by accident. */
function CorrectionMenu({ report, mayChange }: Pick<ReportActionsProps, 'report' | 'mayChange'>) {
  const may = useCan()
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (!may('reports:edit') && !may('reports:delete')) return null
  return (
    <>
      {mayChange && (
        <RowMenu ref={opener} label={texts.moreActions} variant="default">
          {may('reports:edit') && (
            <Menu.Item
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/user/reports/amend/$reportId"
                  params={{ reportId: String(report.id) }}
                />
              )}
              leftSection={<IconPencil {...ICON} />}
            >
              {texts.amend}
            </Menu.Item>
          )}
          {may('reports:delete') && (
            <Menu.Item leftSection={<IconBan {...ICON} />} onClick={() => setIsWithdrawing(true)}>
              {texts.withdraw}
            </Menu.Item>
          )}
        </RowMenu>
      )}
      {/* Stays open when another user withdrew the report meanwhile. */}
      {isWithdrawing && (
        <Suspense fallback={<DialogLoading />}>
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
