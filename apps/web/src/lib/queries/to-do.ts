import { queryOptions } from '@tanstack/react-query'
import type { RecordKind } from '@zelab/contract'
import { create } from 'zustand'
import { browserStorage } from '../browser-storage.ts'
import { useCurrentUser } from '../session-store.ts'

/** Loads the address of the endpoint with the first request, because the shell has no room for those of single pages. */
export const toDoCountQuery = (seenUntil: string) =>
  queryOptions({
    queryKey: ['toDo' satisfies RecordKind, 'count', seenUntil],
    queryFn: async ({ signal }): Promise<number> => {
      const { pageApi } = await import('../page-api.ts')
      const query = { seenUntil: seenUntil || undefined }
      return (await pageApi.dashboard.countToDo({ query }, { signal })).data.count
    },
    staleTime: 60_000,
  })

const useSeenTimes = create<Partial<Record<string, string>>>()(() => ({}))

const readSeen = (key: string): string => {
  const at = new Date(String(browserStorage.read(key)))
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/** The time until which the user has marked reports as seen on this device. */
export const useSeenUntil = (): [seenUntil: string, seeUntil: (at: string) => void] => {
  const key = `zelab-seen-reports-${useCurrentUser().id}`
  const seenUntil = useSeenTimes((times) => times[key] ?? readSeen(key))
  const seeUntil = (at: string) => {
    browserStorage.write(key, at)
    useSeenTimes.setState({ [key]: at })
  }
  return [seenUntil, seeUntil]
}
