import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReleaseList, UnreleasedReport } from '@zelab/contract'
import { MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { releaseCountsQuery } from '../../lib/queries/counts.ts'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { queueOf } from '../../ui/list/queue.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

/** The list in which the user decides the report. */
const listOf = ({ state, isOwn, released }: UnreleasedReport, mayRelease: boolean): ReleaseList =>
  released?.aloneReason && !released.reviewed
    ? 'review'
    : state === 'returned' || !mayRelease
      ? isOwn
        ? 'own'
        : 'sentBack'
      : 'awaiting'

export const useReleaseQueue = (report: UnreleasedReport) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: counts } = useQuery(releaseCountsQuery())
  const list = listOf(report, counts?.mayRelease === true)
  const pageQuery = (page: number) =>
    endpointQuery(api.release.list, { query: { list, page, limit: MAX_PAGE_SIZE } })
  const { data: answer } = useQuery({ ...pageQuery(1), enabled: counts !== undefined })
  const close = () =>
    // A dialog still has the reason, which was sent.
    navigate({
      to: '/user/release',
      search: list === 'awaiting' ? {} : { list },
      replace: true,
      ignoreBlocker: true,
    })
  const queue = queueOf({
    id: report.id,
    answer,
    readPage: async (page) => (await client.fetchQuery({ ...pageQuery(page), staleTime: 0 })).data,
    isFree: ({ isOwn, state }) => (list === 'own' ? state === 'returned' : !isOwn),
    open: (id) =>
      navigate({
        to: '/user/release/$id',
        params: { id: String(id) },
        replace: true,
        ignoreBlocker: true,
      }),
    finish: () => {
      toastSuccess(texts.noMore[list])
      return close()
    },
  })
  return { ...queue, list, close: () => void close() }
}
