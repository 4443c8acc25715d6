import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract, InboxSettingsFields, InboxSourceFields } from '@zelab/contract'
import { api } from '../../../lib/api-client.ts'
import { CACHE, invalidate } from '../../../lib/queries/keys.ts'

const paramsOf = (labId: number) => ({ id: String(labId) })

export const inboxSourcesQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'inboxSources'],
    queryFn: async ({ signal }) => (await api.inbox.getSources({ params: paramsOf(labId) }, { signal })).data,
  })

/** Refetches after success and after a refusal, since another Admin may have changed the sources. */
const useSourceChange = <Input, Answer>(labId: number, mutationFn: (input: Input) => Promise<Answer>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: inboxSourcesQuery(labId).queryKey })
      invalidate(client, [CACHE.inbox])
    },
  })
}

export const useSaveInboxSource = (
  labId: number,
  changed: { id: number; updatedAt: string | null } | undefined,
) =>
  useSourceChange(labId, (body: InboxSourceFields) =>
    changed
      ? api.inbox.updateSource({
          params: { ...paramsOf(labId), sourceId: String(changed.id) },
          body: { ...body, updatedAt: changed.updatedAt },
        })
      : api.inbox.addSource({ params: paramsOf(labId), body }),
  )

export const useRemoveInboxSource = (labId: number) =>
  useSourceChange(labId, (sourceId: number) =>
    api.inbox.removeSource({ params: { ...paramsOf(labId), sourceId: String(sourceId) } }),
  )

export const inboxSettingsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'inboxSettings'],
    queryFn: async ({ signal }) =>
      (await api.inbox.getSettings({ params: paramsOf(labId) }, { signal })).data,
  })

export const useUpdateInboxSettings = (labId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: CallInput<typeof contract.inbox.updateSettings>['body']) =>
      (await api.inbox.updateSettings({ params: paramsOf(labId), body })).data,
    onSuccess: (settings) => client.setQueryData(inboxSettingsQuery(labId).queryKey, settings),
    onError: () => client.invalidateQueries(inboxSettingsQuery(labId)),
    // Open items without a type are matched by the new rules.
    meta: { invalidates: [CACHE.inbox] },
  })
}

/** Result of unsaved settings for the newest files. */
export const useTryInboxSettings = (labId: number) =>
  useMutation({
    mutationFn: async (body: InboxSettingsFields) => ({
      rules: body.rules,
      files: (await api.inbox.trySettings({ params: paramsOf(labId), body })).data,
    }),
  })
