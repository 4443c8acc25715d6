import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Saved, TurnaroundChanges, TurnaroundSettings } from '@zelab/contract'
import { useState } from 'react'
import { pageApi } from '../../../lib/page-api.ts'
import { CACHE } from '../../../lib/queries/keys.ts'

export const turnaroundQuery = (labId: number) =>
  queryOptions({
    queryKey: [CACHE.labs, labId, 'turnaround'],
    queryFn: async ({ signal }) =>
      (await pageApi.turnaround.getSettings({ params: { id: String(labId) } }, { signal })).data,
  })

/** Each list replaces the stored one: a change by another user stays a conflict until the dialog is opened again. */
export const useUpdateTurnaround = (labId: number, settings: Saved<TurnaroundSettings>) => {
  const [{ updatedAt }] = useState(settings)
  return useMutation({
    mutationFn: (body: TurnaroundChanges) =>
      pageApi.turnaround.updateSettings({ params: { id: String(labId) }, body: { ...body, updatedAt } }),
    meta: { invalidates: [CACHE.labs, CACHE.visits, CACHE.dashboard], afterRefusal: true },
  })
}
