import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SUCCESS } from '@zelab/contract/messages'
import { visitSettingsQuery } from '../../../entities/visit/queries.ts'
import { api } from '../../../lib/api-client.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import classes from './lab-visits.module.css'
import { ReferrersCard } from './referrers-card.tsx'
import * as texts from './texts.ts'

export function LabVisits({ labId }: { labId: number }) {
  const { data: settings } = useQuery(visitSettingsQuery(labId))
  return (
    <div className={classes.page}>
      <VisitSwitch labId={labId} />
      {settings?.isOn && <ReferrersCard labId={labId} />}
    </div>
  )
}

/** Takes effect at once. */
function VisitSwitch({ labId }: { labId: number }) {
  const client = useQueryClient()
  const { queryKey } = visitSettingsQuery(labId)
  const { data: settings, error, isFetching, refetch } = useQuery(visitSettingsQuery(labId))
  const update = useMutation({
    mutationFn: (isOn: boolean) =>
      api.visits.updateVisitSettings({ params: { id: String(labId) }, body: { isOn } }),
    onSuccess: ({ data }) => {
      client.setQueryData(queryKey, data)
      toastSuccess(SUCCESS.saved)
    },
    onError: (failure) => toastError(failure),
  })
  return (
    <SectionCard title={texts.visits}>
      {settings ? (
        <Checkbox
          label={texts.useVisits}
          description={texts.useVisitsHint}
          checked={update.isPending ? update.variables : settings.isOn}
          onChange={({ currentTarget }) => !update.isPending && update.mutate(currentTarget.checked)}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
    </SectionCard>
  )
}
