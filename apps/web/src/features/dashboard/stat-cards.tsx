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
import { StatCard } from '../../ui/stat-card.tsx'
import classes from './stat-cards.module.css'

interface Card {
  title: string
  counter: 'totalUsers' | 'totalReports' | 'totalPatients' | 'newPatientsThisWeek' | 'totalLabs'
  subtext: string
  icon: Icon
  needs: Permission
}

const CARDS: readonly Card[] = [
  {
    title: 'Total Users',
    counter: 'totalUsers',
    subtext: 'Total users in the system',
    icon: IconUserShield,
    needs: 'users:view',
  },
  {
    title: 'Total Reports',
    counter: 'totalReports',
    subtext: 'Total reports published so far',
    icon: IconFileText,
    needs: 'reports:view',
  },
  {
    title: 'Total Patients',
    counter: 'totalPatients',
    subtext: 'Total patients in the system',
    icon: IconUsers,
    needs: 'patients:view',
  },
  {
    title: 'New Patients',
    counter: 'newPatientsThisWeek',
    subtext: 'Patients added this week',
    icon: IconUserPlus,
    needs: 'patients:view',
  },
  {
    title: 'Total Labs',
    counter: 'totalLabs',
    subtext: 'Total labs in the system',
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
