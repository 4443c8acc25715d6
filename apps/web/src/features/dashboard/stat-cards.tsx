import type { Icon } from '@tabler/icons-react'
import {
  IconBuildingHospital,
  IconFileText,
  IconUserPlus,
  IconUsers,
  IconUserShield,
} from '@tabler/icons-react'
import type { Dashboard } from '@zelab/contract'
import type { Permission } from '@zelab/contract/access'
import { useCan } from '../../lib/permissions.ts'
import { StatCard } from '../../ui/layout/stat-card.tsx'
import classes from './stat-cards.module.css'
import * as texts from './texts.tsx'

interface Card {
  title: string
  counter: 'totalUsers' | 'totalReports' | 'totalPatients' | 'newPatientsThisWeek' | 'totalLabs'
  subtext: string
  icon: Icon
  needs: Permission
}

const CARDS: readonly Card[] = [
  {
    title: texts.totalUsers,
    counter: 'totalUsers',
    subtext: texts.totalUsersInTheSystem,
    icon: IconUserShield,
    needs: 'users:view',
  },
  {
    title: texts.totalReports,
    counter: 'totalReports',
    subtext: texts.totalReportsPublishedSoFar,
    icon: IconFileText,
    needs: 'reports:view',
  },
  {
    title: texts.totalPatients,
    counter: 'totalPatients',
    subtext: texts.totalPatientsInTheSystem,
    icon: IconUsers,
    needs: 'patients:view',
  },
  {
    title: texts.newPatients,
    counter: 'newPatientsThisWeek',
    subtext: texts.patientsAddedThisWeek,
    icon: IconUserPlus,
    needs: 'patients:view',
  },
  {
    title: texts.totalLabs,
    counter: 'totalLabs',
    subtext: texts.totalLabsInTheSystem,
    icon: IconBuildingHospital,
    needs: 'labs:view',
  },
]

/** One counter for each thing the role may view; `dashboard` is undefined while loading. */
export function StatCards({ dashboard }: { dashboard: Dashboard | undefined }) {
  const may = useCan()
  return (
    <div className={classes.grid}>
      {CARDS.filter(({ needs }) => may(needs)).map(({ title, counter, subtext, icon }) => (
        <StatCard key={counter} title={title} value={dashboard?.[counter]} subtext={subtext} icon={icon} />
      ))}
    </div>
  )
}
