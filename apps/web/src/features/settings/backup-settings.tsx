import { IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BackupRun } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { formatDateTime } from '../../lib/format.ts'
import { backupsQuery, isUnderWay, useStartBackup } from '../../lib/queries/backups.ts'
import type { Column } from '../../ui/data-table.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toastError, toastSuccess } from '../../ui/toasts.ts'
import { SettingsLoading } from './settings-loading.tsx'
import classes from './settings-page.module.css'

const KINDS = { backup: 'Backup', check: 'Check', drill: 'Restore drill' }

const toneOf = ({ state, problem, endedAt }: BackupRun) =>
  state === 'failed' ? 'negative' : problem ? 'warning' : endedAt ? 'positive' : 'info'

function whenOf(run: BackupRun | null) {
  return run ? formatDateTime(run.startedAt) : 'Never'
}

const COLUMNS: Column<BackupRun>[] = [
  {
    header: 'Outcome',
    cell: (run) => (
      <StatusBadge tone={toneOf(run)}>
        {KINDS[run.kind]} {run.state}
      </StatusBadge>
    ),
  },
  { header: 'Started', cell: whenOf },
  {
    header: 'Details',
    cell: ({ problem, sizeBytes, fileCount }) =>
      problem ?? (sizeBytes && `${(sizeBytes / 1e6).toFixed(1)} MB, ${fileCount} files`),
  },
]

/** How the backups go. What is set up is said by the environment. */
export function BackupSettingsSection() {
  const { data, error, isFetching, refetch } = useQuery(backupsQuery())
  const start = useStartBackup()
  if (!data)
    return (
      <SettingsLoading error={error} isFetching={isFetching} onRetry={() => void refetch()} height="20rem" />
    )
  const { setup, nextAt, isOverdue, lastBackup, lastDrill, runs } = data
  const begin = () => start.mutateAsync().then(() => toastSuccess(SUCCESS.backupQueued), toastError)
  return (
    <div className={classes.form}>
      {isOverdue && (
        <Notice tone="warning" title={lastBackup ? 'The last backup is too old' : 'There is no backup'}>
          {!setup && 'Set BACKUP_DIR, as the operations guide says.'}
        </Notice>
      )}
      <SectionCard
        title="Backups"
        icon={IconFileCheck}
        actions={
          setup && (
            <SubmitButton
              size="xs"
              variant="default"
              isPending={start.isPending || runs.some(isUnderWay)}
              onClick={() => void begin()}
            >
              Back Up Now
            </SubmitButton>
          )
        }
      >
        <DetailList
          details={[
            { label: 'Last Backup', value: whenOf(lastBackup) },
            { label: 'Last Verified Restore', value: whenOf(lastDrill) },
            { label: 'Next Backup', value: nextAt ? formatDateTime(nextAt) : 'Not set up' },
            {
              label: 'Kept',
              value: setup ? `${setup.keep}, ${setup.isEncrypted ? '' : 'not '}encrypted` : 'None',
            },
          ]}
        />
      </SectionCard>
      {runs.length > 0 && (
        <SectionCard title="Backup History" isFlush>
          <DataTable
            label="Backup History"
            columns={COLUMNS}
            rows={runs}
            rowKey={(run) => run.id}
            skeletonRows={1}
            minWidth="34rem"
          />
        </SectionCard>
      )}
    </div>
  )
}
