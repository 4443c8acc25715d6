import { useQuery } from '@tanstack/react-query'
import type { FirstSteps as Steps } from '@zelab/contract'
import { lazy, Suspense } from 'react'
import { useCan } from '../../../lib/permissions.ts'
import { firstStepsQuery } from '../../../lib/queries/first-steps.ts'

const FirstStepsCard = lazy(() => import('./first-steps-card.tsx'))

const isOver = ({ isPutAway, ...steps }: Steps): boolean => isPutAway || Object.values(steps).every(Boolean)

/** Leads an Admin through an empty installation; gone once all is done or somebody put it away. */
export function FirstSteps() {
  const may = useCan()
  const { data } = useQuery({ ...firstStepsQuery(), enabled: may('settings:general') })
  if (!data || isOver(data)) return null
  return (
    <Suspense>
      <FirstStepsCard steps={data} />
    </Suspense>
  )
}
