import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../../lib/api-client.ts'
import { pageApi } from '../../lib/page-api.ts'
import { AFTER_STATUS_CHANGE, CACHE } from '../../lib/queries/keys.ts'

export const dashboardQuery = () =>
  queryOptions({
    queryKey: [CACHE.dashboard],
    queryFn: async ({ signal }) => (await pageApi.dashboard.get({}, { signal })).data,
  })

export const dashboardWorkQuery = () =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'work'],
    queryFn: async ({ signal }) => (await pageApi.dashboard.getWork({}, { signal })).data,
  })

/** Changes with many lists, also by other people, so it is fetched whenever the dashboard opens. */
export const toDoQuery = () =>
  queryOptions({
    queryKey: [CACHE.toDo],
    queryFn: async ({ signal }) => (await pageApi.dashboard.getToDo({}, { signal })).data,
  })

export const heldSendingsQuery = () =>
  queryOptions({
    queryKey: [CACHE.dashboard, 'held'],
    queryFn: async ({ signal }) => (await pageApi.backups.getHeldSendings({}, { signal })).data,
  })

export const useDecideHeldSendings = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.backups.decideHeldSendings>['body']) =>
      pageApi.backups.decideHeldSendings({ body }),
    meta: { invalidates: [CACHE.dashboard, CACHE.deliveries], afterRefusal: true },
  })

export const useHandOverPaper = () =>
  useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      api.deliveries.handOverPaper({ params: { id: String(id) }, body: { version } }),
    meta: {
      invalidates: [...AFTER_STATUS_CHANGE, CACHE.deliveries, CACHE.history],
    },
  })
