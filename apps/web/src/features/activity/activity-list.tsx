import { Skeleton } from '@mantine/core'
import type { ActivityEntry } from '@zelab/contract'
import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { Ltr } from '../../ui/display/ltr.tsx'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { ActivityIcon } from './activity-icon.tsx'
import classes from './activity-list.module.css'
import * as texts from './texts.ts'

interface ActivityListProps {
  /** Undefined while loading for the first time. */
  entries: readonly ActivityEntry[] | undefined
  isStale: boolean
}

const SKELETON_ENTRIES = [1, 2, 3, 4, 5, 6, 7, 8]

export function ActivityList({ entries, isStale }: ActivityListProps) {
  return (
    <ol
      className={classes.list}
      aria-label={texts.activityNewestFirst}
      aria-busy={!entries || isStale}
      data-stale={isStale || undefined}
    >
      {entries?.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {!entries &&
        SKELETON_ENTRIES.map((entry) => (
          <li key={entry} className={classes.entry} data-testid="skeleton-row">
            <Skeleton height="2rem" width="2rem" radius="xl" />
            <div className={classes.text}>
              <Skeleton height="0.875rem" width="55%" mb="0.5rem" />
              <Skeleton height="0.75rem" width="35%" />
            </div>
          </li>
        ))}
    </ol>
  )
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { actor, lab, at, action } = entry
  return (
    <li className={classes.entry}>
      <span className={classes.sign}>
        <ActivityIcon action={action} />
      </span>
      <div className={classes.text}>
        <p className={classes.summary}>
          <Summary entry={entry} />
        </p>
        <p className={classes.who}>
          <span className={classes.actor}>{actor ? actor.fullName : texts.system}</span>
          {actor && (
            <StatusBadge tone="neutral" icon={null}>
              {actor.role}
            </StatusBadge>
          )}
          {lab && <span className={classes.lab}>{lab.name}</span>}
          {entry.address && (
            <span className={classes.lab}>
              <Ltr>{entry.address}</Ltr>
            </span>
          )}
        </p>
      </div>
      <time className={classes.time} dateTime={at}>
        <span>{formatDateTime(at)}</span> <Relative at={at} />
      </time>
    </li>
  )
}

function Relative({ at }: { at: string }) {
  return <span className={classes.relative}>{formatRelative(at, new Date(useNow()))}</span>
}

/** The sentence; about a patient or a report it leads to that page. */
function Summary({ entry: { object, summary } }: { entry: ActivityEntry }) {
  const id = String(object?.id)
  if (object?.type === 'patient')
    return (
      <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: id }}>
        {summary}
      </AnchorLink>
    )
  if (object?.type === 'report')
    return (
      <AnchorLink to="/user/reports/view/$reportId" params={{ reportId: id }}>
        {summary}
      </AnchorLink>
    )
  return summary
}
