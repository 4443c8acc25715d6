import { Anchor, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Stamp } from '@zelab/contract'
import { fileAddress } from '../../../lib/report-files.ts'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import * as texts from '../texts.tsx'
import classes from './report-page.module.css'

export function StampLine({ stamp }: { stamp: Stamp }) {
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
