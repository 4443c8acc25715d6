import { Box, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconServer } from '@tabler/icons-react'
import type { ActivityEntry, ListedEntry } from '@zelab/contract'
import { useState } from 'react'
import { Hint, Ltr } from '../../ui/display/inline.tsx'
import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { AvatarInitials } from '../../ui/display/avatar-initials.tsx'
import { ActivityIcon } from './activity-icon.tsx'
import classes from './activity-list.module.css'
import * as texts from './texts.ts'

/** The history of a record does not name its patient. */
type ShownEntry = ActivityEntry & Partial<Pick<ListedEntry, 'patient'>>

const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length

const placeOf = ({ actor, lab, address, at }: ActivityEntry): string =>
  JSON.stringify([actor?.id, lab?.id, address, at.slice(0, MINUTE_LENGTH)])

export const groupActivity = (entries: readonly ShownEntry[]): ShownEntry[][] => {
  const groups: ShownEntry[][] = []
  for (const entry of entries) {
    const [latest] = groups.at(-1) ?? []
    if (latest && placeOf(latest) === placeOf(entry)) groups.at(-1)?.push(entry)
    else groups.push([entry])
  }
  return groups
}

interface ActivityListProps {
  entries: readonly ShownEntry[] | undefined
  isStale: boolean
}

const SKELETON_GROUPS = [1, 2, 3, 4, 5, 6]
/** Actions of a group shown before it is expanded. */
const SHOWN = 3

export function ActivityList({ entries, isStale }: ActivityListProps) {
  return (
    <ol
      className={classes.list}
      aria-label={texts.activityNewestFirst}
      aria-busy={!entries || isStale}
      data-stale={isStale || undefined}
    >
      {entries && groupActivity(entries).map((group) => <Group key={group[0]?.id} entries={group} />)}
      {!entries &&
        SKELETON_GROUPS.map((group) => (
          <li key={group} className={classes.group} data-testid="skeleton-row">
            <Skeleton height="2rem" width="2rem" radius="xl" />
            <Box miw={0}>
              <Skeleton height="0.875rem" width="35%" mb="0.75rem" />
              <Skeleton height="0.875rem" width="55%" />
            </Box>
          </li>
        ))}
    </ol>
  )
}

function Group({ entries: [latest, ...earlier] }: { entries: readonly ShownEntry[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (!latest) return null
  const { actor, lab, address, at } = latest
  const name = actor ? actor.fullName : texts.system
  const entries = [latest, ...earlier]
  // A fourth line takes no more room than the button.
  const isLong = entries.length > SHOWN + 1
  return (
    <li className={classes.group}>
      <span className={classes.sign}>
        {actor ? (
          <AvatarInitials name={name} isDecorative />
        ) : (
          <IconServer size={18} stroke={1.75} aria-hidden="true" />
        )}
      </span>
      <Box miw={0}>
        <p className={classes.who}>
          <Text span c="var(--ink)" size="md" fw={600}>
            {name}
          </Text>
          {actor && <span>{actor.role}</span>}
          {lab && <span>{lab.name}</span>}
          {address && <Ltr>{address}</Ltr>}
        </p>
        <Stack component="ul" gap={0} aria-label={texts.by(name)}>
          {(isLong && !isExpanded ? entries.slice(0, SHOWN) : entries).map((entry) => (
            <li key={entry.id} className={classes.action}>
              <ActivityIcon action={entry.action} />
              <span>
                <Summary entry={entry} />
              </span>
            </li>
          ))}
        </Stack>
        {isLong && (
          <Button
            ms={-8}
            size="xs"
            variant="subtle"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? texts.showFewer : texts.showMore(entries.length - SHOWN)}
          </Button>
        )}
      </Box>
      <time className={classes.time} dateTime={at}>
        <span>{formatDateTime(at)}</span> <Relative at={at} />
      </time>
    </li>
  )
}

function Relative({ at }: { at: string }) {
  return (
    <Text span c="dimmed" size="xs">
      {formatRelative(at, new Date(useNow()))}
    </Text>
  )
}

function Summary({ entry: { object, summary, patient } }: { entry: ShownEntry }) {
  const id = String(object?.id)
  // Pages, rows and repetitions of a list follow its name.
  const [what, ...details] = summary.split('; ')
  const text = (
    <>
      {what}
      {patient && (
        <>
          {' · '}
          <bdi>{patient.fullName}</bdi>
        </>
      )}
      {details.length > 0 && <Hint span> {details.join(' · ')}</Hint>}
    </>
  )
  if (object?.type === 'patient')
    return (
      <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: id }}>
        {text}
      </AnchorLink>
    )
  if (object?.type === 'report')
    return (
      <AnchorLink to="/user/reports/view/$reportId" params={{ reportId: id }}>
        {text}
      </AnchorLink>
    )
  return text
}
