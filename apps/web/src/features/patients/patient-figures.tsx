import { IconUserCheck, IconUserExclamation, IconUsers } from '@tabler/icons-react'
import type { Pagination, PatientRow } from '@zelab/contract'
import { StatCard } from '../../ui/stat-card.tsx'
import classes from './patient-figures.module.css'

interface PatientFiguresProps {
  /** The rows of the present page; undefined while loading. */
  rows: readonly PatientRow[] | undefined
  pagination: Pagination | undefined
  hasFailed: boolean
}

const ON_THIS_PAGE = 'On this page'

/** The total of the present filter; complete and incomplete profiles are counted over the page alone (AMB-46). */
export function PatientFigures({ rows, pagination, hasFailed }: PatientFiguresProps) {
  const orFailed = (count: number | undefined) => (hasFailed ? null : count)
  const complete = rows?.filter((patient) => patient.profileCompleted).length
  return (
    <section className={classes.figures} aria-label="Patient figures">
      <StatCard
        title="Total Patients"
        value={orFailed(pagination?.totalItems ?? rows?.length)}
        isAtLeast={pagination?.isEstimate === true}
        subtext="Registered patients"
        icon={IconUsers}
      />
      <StatCard
        title="Complete Profiles"
        value={orFailed(complete)}
        subtext="Fully registered"
        icon={IconUserCheck}
        hint={ON_THIS_PAGE}
      />
      <StatCard
        title="Incomplete Profiles"
        value={orFailed(rows && rows.length - (complete ?? 0))}
        subtext="Pending completion"
        icon={IconUserExclamation}
        hint={ON_THIS_PAGE}
      />
    </section>
  )
}
