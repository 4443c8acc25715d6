import { Button, Anchor, Text } from '@mantine/core'
import { IconExternalLink, IconMaximize, IconPrinter, IconAlertTriangle } from '@tabler/icons-react'
import type { ShownReport, Stamp } from '@zelab/contract'
import { fileAddress } from '../../../lib/report-files.ts'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import type { DocumentState } from '../../../ui/layout/sheet.tsx'
import { FirstPageImage } from './first-page.tsx'
import classes from './report-page.module.css'
import * as texts from '../texts.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'

interface ReportDocumentProps {
  report: ShownReport
  state: DocumentState
  onView: () => void
  onPrint: () => void
}

const ICON = { size: 16, stroke: 1.75 } as const

export function ReportDocument({ report, state, onView, onPrint }: ReportDocumentProps) {
  const { title, filePath, firstPage, stamp, version } = report
  return (
    <SectionCard
      title={texts.reportPreview}
      state={state}
      isFlush
      actions={
        <span className={classes.actions}>
          <Button
            className={classes.print ?? ''}
            variant="default"
            size="xs"
            leftSection={<IconPrinter {...ICON} />}
            onClick={onPrint}
          >
            {texts.print}
          </Button>
          <Button
            component="a"
            href={fileAddress(filePath)}
            {...NEW_TAB}
            variant="default"
            size="xs"
            leftSection={<IconExternalLink {...ICON} />}
          >
            {texts.openInNewTab}
          </Button>
          <Button variant="default" size="xs" leftSection={<IconMaximize {...ICON} />} onClick={onView}>
            {texts.view}
          </Button>
        </span>
      }
    >
      {stamp && <StampLine stamp={stamp} />}
      <FirstPageImage page={firstPage} version={version} title={title} state={state} onOpen={onView} />
      <p className={classes.onPaper}>{texts.firstPageOnly}</p>
    </SectionCard>
  )
}

function StampLine({ stamp }: { stamp: Stamp }) {
  const { kind, originalAddress, slipAddress, isSealed, sealProblem } = stamp
  return (
    <div className={classes.line}>
      <Text inherit>{kind === 'slip' ? texts.separateLetterhead : texts.withLetterhead}</Text>
      {kind !== 'slip' && <FileLink address={originalAddress}>{texts.originalFile}</FileLink>}
      {kind === 'slip' && slipAddress !== null && (
        <FileLink address={slipAddress}>{texts.verificationSlip}</FileLink>
      )}
      {sealProblem !== null && (
        <p className={classes.problem}>
          <StatusBadge tone="warning" icon={IconAlertTriangle}>
            {isSealed ? texts.sealedWithoutTime : texts.publishedUnsealed}
          </StatusBadge>{' '}
          {texts.SEAL_PROBLEMS[sealProblem]}
        </p>
      )}
    </div>
  )
}

function FileLink({ address, children }: { address: string; children: string }) {
  return (
    <Anchor href={fileAddress(address)} {...NEW_TAB} size="sm" fw={500}>
      {children}
    </Anchor>
  )
}
