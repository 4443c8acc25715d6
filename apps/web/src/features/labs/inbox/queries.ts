import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CallInput, contract, InboxSettingsFields, InboxSourceFields } from '@zelab/contract'
import { api } from '../../../lib/api-client.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

const paramsOf = (labId: number) => ({ id: String(labId) })

export const inboxSourcesQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'inboxSources'],
    queryFn: async ({ signal }) => (await api.inbox.getSources({ params: paramsOf(labId) }, { signal })).data,
  })

/** Also after a refusal, since another Admin may have changed the sources. */
const meta = { invalidates: [CACHE.labs, CACHE.inbox], afterRefusal: true } as const

export const useAddInboxSource = (labId: number) =>
  useMutation({
    mutationFn: (body: InboxSourceFields) => api.inbox.addSource({ params: paramsOf(labId), body }),
    meta,
  })

export const useUpdateInboxSource = (labId: number) =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number } & CallInput<typeof contract.inbox.updateSource>['body']) =>
      api.inbox.updateSource({ params: { ...paramsOf(labId), sourceId: String(id) }, body }),
    meta,
  })

export const useRemoveInboxSource = (labId: number) =>
  useMutation({
    mutationFn: (sourceId: number) =>
      api.inbox.removeSource({ params: { ...paramsOf(labId), sourceId: String(sourceId) } }),
    meta,
  })

export const inboxSettingsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'inboxSettings'],
    queryFn: async ({ signal }) =>
      (await api.inbox.getSettings({ params: paramsOf(labId) }, { signal })).data,
  })

export const useUpdateInboxSettings = (labId: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.inbox.updateSettings>['body']) =>
      api.inbox.updateSettings({ params: paramsOf(labId), body }),
    // Open items without a type are matched by the new rules.
    meta: { invalidates: [CACHE.labs, CACHE.inbox], afterRefusal: true },
  })

/** Result of unsaved settings for the newest files. */
export const useTryInboxSettings = (labId: number) =>
  useMutation({
    mutationFn: async (body: InboxSettingsFields) => ({
      rules: body.rules,
      files: (await api.inbox.trySettings({ params: paramsOf(labId), body })).data,
    }),
  })
