import type { Pagination, PatientRow } from '@zelab/contract'
import { StatCard, StatStrip } from '../../../ui/layout/stat-card.tsx'
import * as texts from '../texts.tsx'

interface PatientMetricsProps {
  rows: readonly PatientRow[] | undefined
  pagination: Pagination | undefined
  pageSize: number
  hasFailed: boolean
  isFiltered: boolean
}

/** Profiles are counted on the current page only (AMB-46), so a hint names the scope. */
export function PatientMetrics({ rows, pagination, pageSize, hasFailed, isFiltered }: PatientMetricsProps) {
  const orFailed = (count: number | undefined) => (hasFailed ? null : count)
  const matching = isFiltered ? texts.matching : undefined
  const isLoading = !rows && !hasFailed
  // Assumes a full page while loading, to avoid a layout shift.
  const onPage =
    isLoading || (pagination?.totalPages ?? 1) > 1 ? texts.ofThisPage(rows?.length ?? pageSize) : matching
  const complete = rows?.filter((patient) => patient.profileCompleted).length
  return (
    <StatStrip hasScopes label={texts.patientFigures}>
      <StatCard
        title={texts.totalPatients}
        value={orFailed(pagination?.totalItems ?? rows?.length)}
        isAtLeast={pagination?.isEstimate === true}
        subtext={texts.registeredPatients}
        scope={matching}
      />
      <StatCard
        title={texts.completeProfiles}
        value={orFailed(complete)}
        subtext={texts.fullyRegistered}
        scope={onPage}
      />
      <StatCard
        title={texts.incompleteProfiles}
        value={orFailed(rows && rows.length - (complete ?? 0))}
        subtext={texts.pendingCompletion}
        scope={onPage}
      />
    </StatStrip>
  )
}
