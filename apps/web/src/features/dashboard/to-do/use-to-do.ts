import { useQuery } from '@tanstack/react-query'
import type { ToDo } from '@zelab/contract'
import { useState } from 'react'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { browserStorage } from '../../../lib/browser-storage.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.ts'
import * as texts from './texts.ts'

/** Reports up to a time are seen. Their list has the newest first, so a report that is left was counted. */
export const withoutSeen = (toDo: ToDo, seenUntil: string): ToDo => {
  const items = toDo.items.filter(({ kind, at }) => kind !== 'report' || at === null || at > seenUntil)
  if (items.length === toDo.items.length) return toDo
  const left = items.filter(({ kind }) => kind === 'report').length
  return { items, kinds: toDo.kinds.map((one) => (one.kind === 'report' ? { ...one, count: left } : one)) }
}

/** The work of the user without reports that were marked as seen on this device. */
export const useToDo = () => {
  const key = `zelab-seen-reports-${useCurrentUser().id}`
  const query = useQuery(endpointQuery(pageApi.dashboard.getToDo))
  const [seenUntil, setSeenUntil] = useState(() => {
    const stored = browserStorage.read(key)
    return typeof stored === 'string' ? stored : ''
  })
  const toDo = query.data && withoutSeen(query.data, seenUntil)
  const seeUntil = (at: string) => {
    browserStorage.write(key, at)
    setSeenUntil(at)
  }
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
