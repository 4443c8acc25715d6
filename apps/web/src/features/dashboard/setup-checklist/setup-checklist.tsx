import { useQuery } from '@tanstack/react-query'
import type { SetupChecklist as Steps } from '@zelab/contract'
import { useCan } from '../../../lib/permissions.ts'
import { setupChecklistQuery } from '../../../lib/queries/setup-checklist.ts'
import { SetupChecklistCard } from './setup-checklist-card.tsx'

const isOver = ({ isDismissed, ...steps }: Steps): boolean =>
  isDismissed || Object.values(steps).every(Boolean)

const useSetupChecklist = () => {
  const may = useCan()
  const isAsked = may('settings:general')
  return { ...useQuery({ ...setupChecklistQuery(), enabled: isAsked }), isAsked }
}

/** Whether it is certain that the checklist is shown, or that it is not. */
export const useIsSetupKnown = (): boolean => {
  const { isAsked, data, isError } = useSetupChecklist()
  return !isAsked || isError || data !== undefined
}

/** Leads an Admin through an empty installation; gone once all is done or the Admin dismissed it. */
export function SetupChecklist() {
  const { data } = useSetupChecklist()
  return data && !isOver(data) ? <SetupChecklistCard steps={data} /> : null
}
