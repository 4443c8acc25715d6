import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BackupOverview, BackupRun } from '@zelab/contract'
import { pageApi } from '../../lib/page-api.ts'
import { CACHE } from '../../lib/queries/keys.ts'

const backupsKey = [CACHE.backups]

export const isUnderWay = ({ endedAt }: BackupRun): boolean => !endedAt

/** Polls while a backup is running. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: backupsKey,
    queryFn: async ({ signal }) => (await pageApi.backups.list({}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? 3000 : false),
  })

export const useStartBackup = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => pageApi.backups.start(),
    onSuccess: ({ data }) => client.setQueryData(backupsKey, data),
  })
}

const useBackupSwitch = (call: () => Promise<{ data: BackupOverview }>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: ({ data }) => client.setQueryData(backupsKey, data),
  })
}

export const useTurnBackupsOn = () => useBackupSwitch(() => pageApi.backups.turnOn())

export const useTurnBackupsOff = () => useBackupSwitch(() => pageApi.backups.turnOff())
