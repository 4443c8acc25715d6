import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BackupRun } from '@zelab/contract'
import { endpointMutation } from '../../lib/endpoint-mutation.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

export const isUnderWay = ({ endedAt }: BackupRun): boolean => !endedAt

/** Polls while a backup is running. */
export const backupsQuery = () =>
  queryOptions({
    ...endpointQuery(pageApi.backups.list),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? 3000 : false),
  })

/** Starts a backup or turns backups on or off, which the page shows immediately. */
export const useBackupChange = (call: typeof pageApi.backups.start) => {
  const client = useQueryClient()
  return useMutation({
    ...endpointMutation(call),
    onSuccess: ({ data }) => client.setQueryData(backupsQuery().queryKey, data),
  })
}
