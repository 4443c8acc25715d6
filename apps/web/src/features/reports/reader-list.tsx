import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { Facts, RecordItem, RecordList } from '../../ui/list/record-list.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

interface ReaderListProps {
  reportId: number
  /** True when the readers have to be informed of a withdrawal. */
  isAlarming?: boolean
}

export function ReaderList({ reportId, isAlarming = false }: ReaderListProps) {
  return (
    <RecordList
      query={useQuery(endpointQuery(api.reports.listReaders, { params: { id: reportId } }))}
      label={texts.whoOpenedThisReport}
      nothing={texts.reportNotOpenedYet}
      skeletonRows={1}
      isScrolling
    >
      {({ actor, hasReadFile, times, lastAt }) => (
        <RecordItem
          key={actor.id}
          name={<bdi>{actor.fullName}</bdi>}
          tags={
            <Text span c="dimmed" size="sm">
              {actor.role}
            </Text>
          }
          badges={
            <StatusBadge tone={!hasReadFile ? 'neutral' : isAlarming ? 'warning' : 'info'}>
              {hasReadFile ? texts.readTheFile : texts.pageOnly}
            </StatusBadge>
          }
        >
          <Facts>{texts.openedTimes(times, formatDateTime(lastAt))}</Facts>
        </RecordItem>
      )}
    </RecordList>
  )
}
