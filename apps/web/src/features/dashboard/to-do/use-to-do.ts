import { useQuery } from '@tanstack/react-query'
import { withoutSeen } from '@zelab/contract/dashboard/seen-reports'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { useSeenUntil } from '../../../lib/queries/to-do.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'

/** The work of the user without reports that were marked as seen on this device. */
export const useToDo = () => {
  const query = useQuery(endpointQuery(pageApi.dashboard.getToDo))
  const [seenUntil, seeUntil] = useSeenUntil()
  const toDo = query.data && withoutSeen(query.data, seenUntil)
  const reports = toDo?.items.filter(({ kind }) => kind === 'report') ?? []
  const newest = reports
    .flatMap(({ at }) => at ?? [])
    .sort()
    .at(-1)
  const markSeen = () => {
    if (newest === undefined) return
    seeUntil(newest)
    toastSuccess(texts.markedAsSeen, [{ label: texts.undo, follow: () => seeUntil(seenUntil) }])
  }
  return { query, toDo, hasReports: newest !== undefined, markSeen }
}
