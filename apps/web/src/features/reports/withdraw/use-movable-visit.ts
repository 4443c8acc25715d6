import { useQuery } from '@tanstack/react-query'
import type { Report, Visit } from '@zelab/contract'
import { MAX_PAGE_SIZE } from '@zelab/contract/limits'
import { isAwaiting, useUsesVisits, visitsQuery } from '../../../entities/visit/queries.ts'

/** The visit of a report, if it can move to another patient: that patient has no visit for it, and it has no other report. */
export const useMovableVisit = (
  { id, patient, reportType }: Report,
  right: { id: number },
): Visit | undefined => {
  const enabled = useUsesVisits()
  const wrongVisits = useQuery({ ...visitsQuery(patient.id, MAX_PAGE_SIZE), enabled })
  const rightVisits = useQuery({ ...visitsQuery(right.id, MAX_PAGE_SIZE), enabled })
  // Visits of the patient who was chosen before.
  if (!rightVisits.data || rightVisits.isPlaceholderData) return undefined
  if (rightVisits.data.data.some((visit) => isAwaiting(visit, reportType.id))) return undefined
  const visit = wrongVisits.data?.data.find(({ reports }) => reports.some((one) => one.id === id))
  return visit?.reports.length === 1 ? visit : undefined
}
