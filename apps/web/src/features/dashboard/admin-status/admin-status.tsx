import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { DashboardWork } from '@zelab/contract'
import { formatRelative } from '../../../lib/format.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import classes from '../dashboard.module.css'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'

type Facts = NonNullable<DashboardWork['morning']>

interface Fact {
  value: string
  text: string
  tone?: 'warning' | 'negative' | undefined
  link: Pick<LinkProps, 'to' | 'search'>
}

const daysOf = ({ fromDate, toDate }: { fromDate: string; toDate: string }) => ({ fromDate, toDate })

const backupFact = ({ isSetUp, isOverdue, lastBackupAt, lastVerifiedAt }: Facts['backup']): Fact => {
  const link = { to: '/user/settings/general', search: { tab: 'backups' } } as const
  const at = lastVerifiedAt ?? lastBackupAt
  const value = at ? formatRelative(at) : texts.none
  if (!isSetUp) return { value, text: texts.backupsOff, tone: 'negative', link }
  if (isOverdue) return { value, text: at ? texts.backupOverdue : texts.noBackup, tone: 'negative', link }
  return { value, text: lastVerifiedAt ? texts.backupVerified : texts.backupDone, link }
}

const factsOf = ({ publishedYesterday, publishedToday, neverOpened, withdrawn, backup }: Facts): Fact[] => [
  {
    value: texts.atLeast(publishedYesterday.count, false),
    text: texts.publishedYesterday,
    link: { to: '/user/reports', search: daysOf(publishedYesterday) },
  },
  {
    value: texts.atLeast(publishedToday.count, false),
    text: texts.publishedToday,
    link: { to: '/user/reports', search: daysOf(publishedToday) },
  },
  {
    value: texts.atLeast(neverOpened.count, neverOpened.isEstimate),
    text: texts.neverOpened,
    tone: neverOpened.count > 0 ? 'warning' : undefined,
    link: { to: '/user/insights', search: { tab: 'opening', ...daysOf(neverOpened) } },
  },
  {
    value: texts.atLeast(withdrawn.count, false),
    text: texts.withdrawn,
    link: { to: '/user/logs/activity', search: { action: 'report.withdraw', ...daysOf(withdrawn) } },
  },
  backupFact(backup),
]

const SKELETON_FACTS = [1, 2, 3, 4, 5]

export function AdminStatus() {
  const { data, error, isFetching, refetch } = useQuery(endpointQuery(pageApi.dashboard.getWork))
  if (error && !data)
    return (
      <Sheet>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Sheet>
    )
  return (
    <nav className={classes.status} aria-label={texts.thisMorning} aria-busy={!data}>
      <ul className={classes.facts}>
        {data?.morning
          ? factsOf(data.morning).map(({ value, text, tone, link }) => (
              <li key={link.to + text}>
                <Link {...link} className={classes.fact} data-tone={tone}>
                  <span className={classes.value}>{value}</span>
                  <span className={classes.text}>{text}</span>
                </Link>
              </li>
            ))
          : SKELETON_FACTS.map((fact) => (
              <li key={fact} className={classes.fact}>
                <Skeleton className={classes.value ?? ''} height="1.75rem" width="3rem" />
                <Skeleton height="1.25rem" width="70%" />
              </li>
            ))}
      </ul>
    </nav>
  )
}
