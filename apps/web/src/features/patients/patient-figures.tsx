import { IconUserCheck, IconUserExclamation, IconUsers } from '@tabler/icons-react'
import type { Pagination, PatientRow } from '@zelab/contract'
import { StatCard } from '../../ui/stat-card.tsx'
import classes from './patient-figures.module.css'
import * as texts from './texts.tsx'

interface PatientFiguresProps {
  /** The rows of the present page; undefined while loading. */
  rows: readonly PatientRow[] | undefined
  pagination: Pagination | undefined
  hasFailed: boolean
}

const ON_THIS_PAGE = texts.onThisPage

/** The total of the present filter; complete and incomplete profiles are counted over the page alone (AMB-46). */
export function PatientFigures({ rows, pagination, hasFailed }: PatientFiguresProps) {
  const orFailed = (count: number | undefined) => (hasFailed ? null : count)
  const complete = rows?.filter((patient) => patient.profileCompleted).length
  return (
    <section className={classes.figures} aria-label={texts.patientFigures}>
      <StatCard
        title={texts.totalPatients}
        value={orFailed(pagination?.totalItems ?? rows?.length)}
        isAtLeast={pagination?.isEstimate === true}
        subtext={texts.registeredPatients}
        icon={IconUsers}
      />
      <StatCard
        title={texts.completeProfiles}
        value={orFailed(complete)}
        subtext={texts.fullyRegistered}
        icon={IconUserCheck}
        hint={ON_THIS_PAGE}
      />
      <StatCard
        title={texts.incompleteProfiles}
        value={orFailed(rows && rows.length - (complete ?? 0))}
        subtext={texts.pendingCompletion}
        icon={IconUserExclamation}
        hint={ON_THIS_PAGE}
      />
    </section>
  )
}
