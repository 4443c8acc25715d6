import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BackupOverview, BackupRun } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { formatDateTime } from '../../lib/format.ts'
import { backupsQuery, isUnderWay, useBackupChange } from './backup-queries.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toasts.ts'
import { BackupSetup, TurnBackupsOff } from './backup-setup.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { SettingsSkeleton } from './settings-form.tsx'
import * as texts from './texts.ts'
import { pageApi } from '../../lib/page-api.ts'

const toneOf = ({ state, problem, endedAt }: BackupRun) =>
  state === 'failed' ? 'negative' : problem ? 'warning' : endedAt ? 'positive' : 'info'

function whenOf(run: BackupRun | null) {
  return run ? <RelativeTime at={run.startedAt} /> : texts.never
}

const COLUMNS: Column<BackupRun>[] = [
  {
    header: texts.outcome,
    cell: (run) => <StatusBadge tone={toneOf(run)}>{texts.outcomeOf(run.kind, run.state)}</StatusBadge>,
  },
  { header: texts.started, cell: whenOf },
  {
    header: texts.details,
    cell: ({ problem, sizeBytes, fileCount }) =>
      problem ?? (sizeBytes && texts.backupSize(sizeBytes / 1e6, fileCount ?? 0)),
  },
]

export function BackupSettingsSection() {
  return (
    <Fetched query={useQuery(backupsQuery())} skeleton={<SettingsSkeleton height="20rem" />}>
      {(backups) => <Backups backups={backups} />}
    </Fetched>
  )
}

function Backups({ backups }: { backups: BackupOverview }) {
  const start = useBackupChange(pageApi.backups.start)
  const { setup, source, proposal, nextAt, isOverdue, lastBackup, lastDrill, runs } = backups
  const begin = () => start.mutateAsync().then(() => toastSuccess(SUCCESS.backupQueued), toastError)
  return (
    <Stack>
      {isOverdue && <Notice tone="warning" title={lastBackup ? texts.backupTooOld : texts.noBackup} />}
      {/* A proposal in addition to a setup means that the configured folder is missing. */}
      {(!setup || proposal) && <BackupSetup proposal={proposal} />}
      <SectionCard
        title={texts.backups}
        actions={
          setup && (
            <>
              {source === 'screen' && <TurnBackupsOff />}
              <SubmitButton
                size="xs"
                variant="default"
                isPending={start.isPending || runs.some(isUnderWay)}
                onClick={() => void begin()}
              >
                {texts.backUpNow}
              </SubmitButton>
            </>
          )
        }
      >
        <DetailList
          details={[
            { label: texts.lastBackup, value: whenOf(lastBackup) },
            { label: texts.lastVerifiedRestore, value: whenOf(lastDrill) },
            { label: texts.nextBackup, value: nextAt ? formatDateTime(nextAt) : texts.notSetUp },
            {
              label: texts.kept,
              value: setup ? texts.keptBackups(setup.keep, setup.isEncrypted) : texts.keptNone,
            },
          ]}
        />
      </SectionCard>
      {runs.length > 0 && (
        <SectionCard title={texts.backupHistory} isFlush>
          <DataTable
            label={texts.backupHistory}
            columns={COLUMNS}
            rows={runs}
            rowKey={(run) => run.id}
            skeletonRows={1}
          />
        </SectionCard>
      )}
    </Stack>
  )
}
