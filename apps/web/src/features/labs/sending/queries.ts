import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, contract } from '@zelab/contract'
import { api } from '../../../lib/api-client.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

const paramsOf = (labId: number) => ({ id: String(labId) })

export const labDeliverySettingsQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'delivery'],
    queryFn: async ({ signal }) =>
      (await api.deliveries.getLabSettings({ params: paramsOf(labId) }, { signal })).data,
  })

export const useUpdateLabDelivery = (labId: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.deliveries.updateLabSettings>['body']) =>
      api.deliveries.updateLabSettings({ params: paramsOf(labId), body }),
    meta: { invalidates: [CACHE.labs], afterRefusal: true },
  })

export const messageTemplatesQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'messages'],
    queryFn: async ({ signal }) => {
      const { data, exampleLink, updatedAt } = await pageApi.messageTemplates.getMessageTemplates(
        { params: paramsOf(labId) },
        { signal },
      )
      return { templates: data, exampleLink, updatedAt }
    },
  })

export const useSaveMessageTemplate = (labId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof contract.messageTemplates.saveMessageTemplate>['body']) =>
      pageApi.messageTemplates.saveMessageTemplate({ params: paramsOf(labId), body }),
    onSuccess: ({ data, updatedAt }) =>
      client.setQueryData(
        messageTemplatesQuery(labId).queryKey,
        (known) => known && { ...known, templates: data, updatedAt },
      ),
    onError: () => client.invalidateQueries(messageTemplatesQuery(labId)),
  })
}
