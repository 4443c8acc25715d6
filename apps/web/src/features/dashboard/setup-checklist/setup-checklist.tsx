import { useQuery } from '@tanstack/react-query'
import type { SetupChecklist as Steps } from '@zelab/contract'
import { lazy, Suspense } from 'react'
import { useCan } from '../../../lib/permissions.ts'
import { setupChecklistQuery } from '../../../lib/queries/setup-checklist.ts'

const SetupChecklistCard = lazy(() => import('./setup-checklist-card.tsx'))

const isOver = ({ isDismissed, ...steps }: Steps): boolean =>
  isDismissed || Object.values(steps).every(Boolean)

/** Leads an Admin through an empty installation; gone once all is done or the Admin dismissed it. */
export function SetupChecklist() {
  const may = useCan()
  const { data } = useQuery({ ...setupChecklistQuery(), enabled: may('settings:general') })
  if (!data || isOver(data)) return null
  return (
    <Suspense>
      <SetupChecklistCard steps={data} />
    </Suspense>
  )
}
