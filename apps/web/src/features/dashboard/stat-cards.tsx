import type { Dashboard } from '@zelab/contract'
import type { Permission } from '@zelab/contract/access'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { StatCard, StatStrip } from '../../ui/layout/stat-card.tsx'
import * as texts from './texts.tsx'

interface Card {
  title: string
  counter: 'totalUsers' | 'totalReports' | 'totalPatients' | 'newPatientsThisWeek' | 'totalLabs'
  subtext: string
  needs: Permission
}

const CARDS: readonly Card[] = [
  {
    title: texts.totalUsers,
    counter: 'totalUsers',
    subtext: texts.totalUsersInTheSystem,
    needs: 'users:view',
  },
  {
    title: texts.totalReports,
    counter: 'totalReports',
    subtext: texts.totalReportsPublishedSoFar,
    needs: 'reports:view',
  },
  {
    title: texts.totalPatients,
    counter: 'totalPatients',
    subtext: texts.totalPatientsInTheSystem,
    needs: 'patients:view',
  },
  {
    title: texts.newPatients,
    counter: 'newPatientsThisWeek',
    subtext: texts.patientsAddedThisWeek,
    needs: 'patients:view',
  },
  {
    title: texts.totalLabs,
    counter: 'totalLabs',
    subtext: texts.totalLabsInTheSystem,
    needs: 'labs:view',
  },
]

export function StatCards({ dashboard }: { dashboard: Dashboard | undefined }) {
  const may = useCan()
  const { lab } = useCurrentUser()
  return (
    <StatStrip>
      {CARDS.filter(({ needs }) => may(needs)).map(({ title, counter, subtext }) => (
        <StatCard
          key={counter}
          title={title}
          value={dashboard?.[counter]}
          subtext={subtext}
          // Users of a lab see its patients only (AMB-34).
          scope={counter === 'totalPatients' && lab ? texts.countedInYourLab : undefined}
        />
      ))}
    </StatStrip>
  )
}
