import { useMutation } from '@tanstack/react-query'
import type { UserPreferences } from '@zelab/contract'
import { api } from '../api-client.ts'
import { setPreferences, useSessionStore } from '../session-store.ts'

const NONE_CHOSEN: UserPreferences = { patientColumns: null, reportColumns: null, savedFilters: null }

/** Preferences arrive with the session, so they are available on the first render. */
export const usePreferences = (): UserPreferences =>
  useSessionStore((state) => state.preferences) ?? NONE_CHOSEN

/** Optimistic update; restores the stored preferences after a failure. */
export const useUpdatePreferences = () =>
  useMutation({
    mutationFn: (changes: Partial<UserPreferences>) => api.preferences.update({ body: changes }),
    onMutate: (changes) => {
      const before = useSessionStore.getState().preferences ?? NONE_CHOSEN
      setPreferences({ ...before, ...changes })
      return before
    },
    onSuccess: ({ data }) => setPreferences(data),
    onError: (_error, _changes, before) => before && setPreferences(before),
  })
