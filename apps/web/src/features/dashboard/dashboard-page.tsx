import { Box, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconBuildingHospital, IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { TO_DO_KINDS } from '@zelab/contract/dashboard/to-do-kinds'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { PasskeyReminder } from '../../entities/identity/passkey-reminder.tsx'
import { formatPlainDate, localToday, formatCount } from '../../lib/format.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { FrontDesk } from './front-desk/front-desk.tsx'
import classes from './dashboard.module.css'
import { AdminStatus } from './admin-status/admin-status.tsx'
import { HeldSendings } from './admin-status/held-sendings.tsx'
import { SetupChecklist, useSetup } from './setup-checklist/setup-checklist-card.tsx'
import { RecentPatients } from './recent-patients.tsx'
import { RecentReports, ReportRow } from './recent-reports.tsx'
import { StatCards } from './stat-cards.tsx'
import * as texts from './texts.tsx'
import { ToDoCard, type RenderCall } from './to-do/to-do.tsx'
import { useToDo } from './to-do/use-to-do.ts'
import { TrendCard } from './trend/trend-card.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { RecentPanel } from './recent-panel.tsx'

/** Five rows. */
const HEIGHT_PX = 285

/** Own publications of a Technician. */
function PublishedToday() {
  const query = useQuery(endpointQuery(pageApi.dashboard.getWork))
  const group = query.data?.publishedToday
  const count = group && `${formatCount(group.total)}${group.isEstimate ? '+' : ''}`
  const panel = (
    <RecentPanel
      label={texts.publishedToday}
      rows={group?.reports}
      height={HEIGHT_PX}
      empty={
        <EmptyState
          icon={IconFileCheck}
          title={texts.nothingPublishedToday}
          description={texts.nothingPublishedHint}
        />
      }
    >
      {(report) => <ReportRow key={report.id} report={report} />}
    </RecentPanel>
  )
  return (
    <SectionCard
      title={count ? `${texts.publishedToday} (${count})` : texts.publishedToday}
      subtitle={texts.publishedTodayHint}
      isFlush
    >
      <Fetched query={query} skeleton={panel}>
        {() => panel}
      </Fetched>
    </SectionCard>
  )
}

/** In pixels. The list of what is to do ends with the panels beside it, or leaves room for the drop zone below it. */
const LIST_HEIGHT = { alone: 340, withDrop: 180 }

interface DashboardPageProps {
  /** Rendered by the route, because features do not import each other. */
  renderInbox: () => ReactNode
  renderPublishing: () => ReactNode
  renderVisits: () => ReactNode
  renderCall: RenderCall
}

/**
 * The specified figures, then what is to do beside the specified panels, all within 1440 by 900 (AMB-102). On a day with
 * nothing to do the panels follow the figures.
 */
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
  const work = useToDo()
  // As the day began: work that comes later moves nothing.
  const [isQuiet, setIsQuiet] = useState<boolean>()
  if (isQuiet === undefined && work.toDo) setIsQuiet(work.toDo.items.length === 0)
  const isKnown = setup !== 'unknown' && !work.query.isPending
  /** Then the other cards would be empty, too. */
  const isNewLab = lab !== null && data?.totalReports === 0 && data.totalPatients === 0
  const toDo = (height: number | undefined) => (
    <ToDoCard
      work={work}
      renderCall={renderCall}
      kind={TO_DO_KINDS.find((kind) => kind === todo)}
      height={height}
    />
  )
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
          {/* With what its order depends on, to avoid a layout shift. */}
          {isKnown && (
            <div className={classes.board} data-columns={isQuiet && !isTechnician ? 2 : 3}>
              {!isQuiet && (
                <Stack gap="md" className={classes.wide}>
                  {isTechnician && renderPublishing()}
                  {toDo(isTechnician ? LIST_HEIGHT.withDrop : LIST_HEIGHT.alone)}
                </Stack>
              )}
              {isQuiet && isTechnician && <div className={classes.wide}>{renderPublishing()}</div>}
              <RecentReports reports={data?.recentReports} />
              <RecentPatients patients={data?.recentPatients} />
              {isQuiet && <div className={classes.wide}>{toDo(undefined)}</div>}
            </div>
          )}
        </>
      )}
      {isKnown && !hasFailed && !isNewLab && (
        <>
          {setup === 'unfinished' && (
            <Box mt="md">
              <SetupChecklist />
            </Box>
          )}
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
