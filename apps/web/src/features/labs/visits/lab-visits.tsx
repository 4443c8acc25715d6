import { Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { VisitSettings } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { visitSettingsQuery } from '../../../entities/visit/queries.ts'
import { api } from '../../../lib/api-client.ts'
import { labsQuery } from '../../../lib/queries/labs.ts'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { ReferrersCard } from './referrers-card.tsx'
import * as texts from './texts.ts'
import { TurnaroundCard } from './turnaround-card.tsx'
import { turnaroundQuery } from './turnaround-queries.ts'

export function LabVisits({ labId }: { labId: number }) {
  const { data: settings } = useQuery(visitSettingsQuery(labId))
  // Referrers come below turn-around when its height is known.
  const { isPending } = useQuery({ ...turnaroundQuery(labId), enabled: settings?.isOn ?? false })
  return (
    <Stack>
      <VisitSwitch labId={labId} />
      {settings?.isOn && <TurnaroundCard labId={labId} />}
      {settings?.isOn && !isPending && <ReferrersCard labId={labId} />}
    </Stack>
  )
}

/** Takes effect at once. */
function VisitSwitch({ labId }: { labId: number }) {
  const client = useQueryClient()
  const { queryKey } = visitSettingsQuery(labId)
  const query = useQuery(visitSettingsQuery(labId))
  const update = useMutation({
    // Saved one after the other, so that no click is lost.
    scope: { id: `visit settings of lab ${labId}` },
    mutationFn: (body: Partial<VisitSettings>) =>
      api.visits.updateVisitSettings({ params: { id: String(labId) }, body }),
    onSuccess: ({ data }) => {
      client.setQueryData(queryKey, data)
      void client.invalidateQueries(labsQuery())
      toastSuccess(SUCCESS.saved)
    },
    onError: (failure) => toastError(failure),
  })
  const shown = query.data && { ...query.data, ...(update.isPending && update.variables) }
  return (
    <SectionCard title={texts.visits}>
      <Fetched query={query}>
        {() =>
          shown && (
            <Stack>
              <Checkbox
                label={texts.useVisits}
                description={texts.useVisitsHint}
                checked={shown.isOn}
                onChange={({ currentTarget }) => update.mutate({ isOn: currentTarget.checked })}
              />
              {shown.isOn && (
                <Checkbox
                  label={texts.holdUnpaid}
                  description={texts.holdUnpaidHint}
                  checked={shown.holdsUnpaid}
                  onChange={({ currentTarget }) => update.mutate({ holdsUnpaid: currentTarget.checked })}
                />
              )}
            </Stack>
          )
        }
      </Fetched>
    </SectionCard>
  )
}
