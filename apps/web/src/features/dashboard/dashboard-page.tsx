import { Box, Group, SimpleGrid } from '@mantine/core'
import { IconBuildingHospital } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatPlainDate, localToday } from '../../lib/format.ts'
import { dashboardQuery } from './queries.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { FrontDesk } from './front-desk/front-desk.tsx'
import { DoctorWork, TechnicianWork } from './daily-work.tsx'
import { AdminStatus } from './admin-status/admin-status.tsx'
import { SetupChecklist, useIsSetupKnown } from './setup-checklist/setup-checklist-card.tsx'
import { RecentPatients } from './recent-patients.tsx'
import { RecentReports } from './recent-reports.tsx'
import { StatCards } from './stat-cards.tsx'
import * as texts from './texts.tsx'
import { TrendCard } from './trend/trend-card.tsx'

interface DashboardPageProps {
  /** Rendered by the route, because features do not import each other. */
  renderInbox: () => ReactNode
  renderPublishing: () => ReactNode
  renderVisits: () => ReactNode
}

/** The specified content comes first and fits into 1440 by 900; the role's tasks follow (AMB-102). */
export function DashboardPage({ renderInbox, renderPublishing, renderVisits }: DashboardPageProps) {
  const { lab, userType } = useCurrentUser()
  const isSetupKnown = useIsSetupKnown()
  const { data, error, isFetching, refetch } = useQuery(dashboardQuery())
  const hasFailed = error !== null && !data
  return (
    <>
      <PageHeader title={texts.dashboard} subtitle={formatPlainDate(localToday())} />
      {lab && (
        <Group
          component="p"
          gap="xs"
          mb="md"
          px="md"
          py="xs"
          bg="var(--action-soft)"
          c="var(--action)"
          bdrs="sm"
          wrap="nowrap"
        >
          <IconBuildingHospital size={18} stroke={1.75} aria-hidden="true" />
          <span>{texts.associatedWith(<strong>{lab.name}</strong>)}</span>
        </Group>
      )}
      {hasFailed ? (
        <Box bd="1px solid var(--line)" bdrs="lg" bg="var(--sheet)">
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Box>
      ) : (
        <>
          {userType.name === 'Receptionist' && (
            <Box mb="md">
              <FrontDesk />
            </Box>
          )}
          <StatCards dashboard={data} />
          <SimpleGrid minColWidth="min(100%, 26rem)" autoFlow="auto-fit" mt="md">
            <RecentReports reports={data?.recentReports} />
            <RecentPatients patients={data?.recentPatients} />
          </SimpleGrid>
        </>
      )}
      {/* Rendered together with the checklist to avoid a layout shift. */}
      <SetupChecklist />
      {isSetupKnown && !hasFailed && (
        <>
          {userType.name === 'Admin' && <AdminStatus />}
          {userType.name === 'Doctor' && <DoctorWork />}
          {userType.name === 'Technician' && (
            <TechnicianWork inbox={renderInbox()} publishing={renderPublishing()} />
          )}
          {renderVisits()}
          <TrendCard isReady={data !== undefined} />
        </>
      )}
    </>
  )
}
