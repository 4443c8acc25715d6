import { queryOptions, useMutation } from '@tanstack/react-query'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

export const reportSendingsQuery = (reportId: number) =>
  queryOptions({
    queryKey: [CACHE.report, reportId, 'sendings'],
    queryFn: async ({ signal }) =>
      (await pageApi.integrations.getSendings({ params: { id: String(reportId) } }, { signal })).data,
  })

export const useResend = () =>
  useMutation({
    mutationFn: (id: number) => pageApi.integrations.resend({ params: { id: String(id) } }),
    meta: { invalidates: [CACHE.report], afterRefusal: true },
  })
