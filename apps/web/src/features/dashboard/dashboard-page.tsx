import { Box, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconBuildingHospital } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { TO_DO_KINDS } from '@zelab/contract/dashboard/to-do-kinds'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PasskeyReminder } from '../../entities/identity/passkey-reminder.tsx'
import { formatPlainDate, localToday } from '../../lib/format.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { FrontDesk } from './front-desk/front-desk.tsx'
import classes from './dashboard.module.css'
import { PublishedToday } from './published-today.tsx'
import { AdminStatus } from './admin-status/admin-status.tsx'
import { HeldSendings } from './admin-status/held-sendings.tsx'
import { SetupChecklist, useSetup } from './setup-checklist/setup-checklist-card.tsx'
import { RecentPatients } from './recent-patients.tsx'
import { RecentReports } from './recent-reports.tsx'
import { StatCards } from './stat-cards.tsx'
import * as texts from './texts.tsx'
import { ToDoCard, type RenderCall } from './to-do/to-do.tsx'
import { TrendCard } from './trend/trend-card.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

/** In pixels. The list of what is to do ends with the panels beside it, or leaves room for the drop zone below it. */
const LIST_HEIGHT = { alone: 340, withDrop: 180 }

interface DashboardPageProps {
  /** Rendered by the route, because features do not import each other. */
  renderInbox: () => ReactNode
  renderPublishing: () => ReactNode
  renderVisits: () => ReactNode
  renderCall: RenderCall
}

/** The specified figures, then what is to do beside the specified panels, all within 1440 by 900 (AMB-102). */
export function DashboardPage({
  renderInbox,
  renderPublishing,
  renderVisits,
  renderCall,
}: DashboardPageProps) {
  const { todo } = useSearch({ from: '/_shell/user/dashboard' })
  const { lab, userType } = useCurrentUser()
  const setup = useSetup()
  const { data, error, isFetching, refetch } = useQuery(endpointQuery(pageApi.dashboard.get))
  const hasFailed = error !== null && !data
  const isTechnician = userType.name === 'Technician'
  return (
    <>
      <PageHeader title={texts.dashboard} subtitle={formatPlainDate(localToday())} />
      <PasskeyReminder />
      {userType.name === 'Admin' && <HeldSendings />}
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
      {setup === 'new' && (
        <Box mb="md">
          <SetupChecklist />
        </Box>
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
          {/* With the checklist, to avoid a layout shift. */}
          {setup !== 'unknown' && (
            <div className={classes.board}>
              <Stack gap="md">
                {setup === 'unfinished' && <SetupChecklist />}
                <ToDoCard
                  renderCall={renderCall}
                  kind={TO_DO_KINDS.find((kind) => kind === todo)}
                  height={isTechnician ? LIST_HEIGHT.withDrop : LIST_HEIGHT.alone}
                />
                {isTechnician && renderPublishing()}
              </Stack>
              <RecentReports reports={data?.recentReports} />
              <RecentPatients patients={data?.recentPatients} />
            </div>
          )}
        </>
      )}
      {setup !== 'unknown' && !hasFailed && (
        <>
          {userType.name === 'Admin' && <AdminStatus />}
          {isTechnician && (
            <SimpleGrid minColWidth="min(100%, 26rem)" autoFlow="auto-fit" mt="md">
              {renderInbox()}
              <PublishedToday />
            </SimpleGrid>
          )}
          {renderVisits()}
          <TrendCard isReady={data !== undefined} />
        </>
      )}
    </>
  )
}
