import { Box, Button, Text } from '@mantine/core'
import type { BackupOverview } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { useBackupChange } from './backup-queries.ts'
import { formatTime } from '../../lib/format.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'
import { pageApi } from '../../lib/page-api.ts'

type Proposal = NonNullable<BackupOverview['proposal']>

/** Without backups: enables them in a writable folder, or shows instructions for the IT administrator. */
export function BackupSetup({ proposal }: { proposal: BackupOverview['proposal'] }) {
  if (!proposal || proposal.problem) return <ForAdministrator proposal={proposal} />
  return <TurnOn proposal={proposal} />
}

function TurnOn({ proposal }: { proposal: Proposal }) {
  const turnOn = useBackupChange(pageApi.backups.turnOn)
  const { folder, schedule, keep, freeMb, isEncrypted, isSameDisk } = proposal
  return (
    <SectionCard
      title={texts.turnOnBackups}
      actions={
        <SubmitButton
          size="xs"
          isPending={turnOn.isPending}
          onClick={() => void turnOn.mutateAsync().then(() => toastSuccess(SUCCESS.backupsOn), toastError)}
        >
          {texts.turnOn}
        </SubmitButton>
      }
    >
      <DetailList
        details={[
          { label: texts.folder, value: <Ltr>{folder}</Ltr>, isWide: true },
          { label: texts.schedule, value: dailyTimeOf(schedule) ?? <Ltr>{schedule}</Ltr> },
          { label: texts.kept, value: texts.keptBackups(keep, isEncrypted) },
          ...(freeMb === null ? [] : [{ label: texts.freeSpace, value: texts.gigabytes(freeMb) }]),
        ]}
      />
      {isSameDisk && (
        <Box mt="md">
          <Notice tone="warning" title={texts.sameDisk}>
            {texts.sameDiskHint}
          </Notice>
        </Box>
      )}
    </SectionCard>
  )
}

/** A daily schedule in the user's time zone; cron schedules are in UTC. */
const dailyTimeOf = (schedule: string): string | undefined => {
  const [, minute, hour] = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(schedule) ?? []
  if (minute === undefined || hour === undefined) return undefined
  const today = new Date()
  today.setUTCHours(Number(hour), Number(minute))
  return texts.everyDayAt(formatTime(today.toISOString()))
}

function ForAdministrator({ proposal }: { proposal: BackupOverview['proposal'] }) {
  const settings = texts.backupVariables(proposal?.schedule, proposal?.keep)
  return (
    <SectionCard
      title={texts.backupsAreOff}
      subtitle={proposal?.problem ? texts.backupProblems[proposal.problem] : texts.askAdministrator}
      actions={<CopyButton text={settings} label={texts.copyForAdministrator} />}
    >
      <Text component="pre" m={0} ff="monospace" size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {settings}
      </Text>
    </SectionCard>
  )
}

/** Disables backups that were enabled here. */
export function TurnBackupsOff() {
  const [isAsking, setIsAsking] = useState(false)
  const turnOff = useBackupChange(pageApi.backups.turnOff)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
        {texts.turnOff}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.askTurnOff}
        message={texts.turnOffQuestion}
        confirmLabel={texts.turnOff}
        isPending={turnOff.isPending}
        isDangerous
        onConfirm={() =>
          void turnOff
            .mutateAsync()
            .then(() => toastSuccess(SUCCESS.backupsOff), toastError)
            .finally(() => setIsAsking(false))
        }
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
