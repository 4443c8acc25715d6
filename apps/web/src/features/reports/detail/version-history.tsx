import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Report, ReportVersion } from '@zelab/contract'
import { reasonText } from '@zelab/contract/reasons'
import { formatDateTime } from '../../../lib/format.ts'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Isolated } from '../../../ui/display/inline.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Facts, RecordItem, RecordList } from '../../../ui/list/record-list.tsx'
import * as texts from '../texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

/** Link to a version; the current one has no version parameter. */
const versionLink = (report: Report, version: number) =>
  ({
    to: '/user/reports/view/$reportId',
    params: { reportId: String(report.id) },
    search: version === report.version ? {} : { version },
  }) as const

interface EarlierVersionBannerProps {
  report: Report
  earlier: ReportVersion
  versions: readonly ReportVersion[]
}

export function EarlierVersionBanner({ report, earlier, versions }: EarlierVersionBannerProps) {
  const next = versions.find(({ version }) => version === earlier.version + 1)
  return (
    <Box mb="md">
      <Notice tone="warning" title={texts.isEarlier(earlier.version, report.version)}>
        <p>
          {texts.wasPublished(earlier.by.fullName, formatDateTime(earlier.at))}{' '}
          {next && texts.wasReplaced(next.version, formatDateTime(next.at), reasonText(next.reason ?? ''))}
        </p>
        <ButtonLink {...versionLink(report, report.version)} variant="default" size="xs" mt="xs">
          {texts.openTheCurrentVersion}
        </ButtonLink>
      </Notice>
    </Box>
  )
}

interface VersionHistoryProps {
  report: Report
  shown: number
}

export function VersionHistory({ report, shown }: VersionHistoryProps) {
  return (
    <SectionCard title={texts.versionHistory} isFlush>
      <RecordList
        query={useQuery(endpointQuery(api.reports.listVersions, { params: { id: report.id } }))}
        label={texts.versionHistory}
        nothing={null}
        skeletonRows={report.version}
      >
        {(one, index, versions) => (
          <RecordItem
            key={one.version}
            isCurrent={one.version === shown}
            name={texts.versionNumber(one.version)}
            tags={
              one.version === report.version ? (
                <StatusBadge tone="positive">{texts.current}</StatusBadge>
              ) : undefined
            }
            actions={
              one.version !== shown && (
                <ButtonLink
                  {...versionLink(report, one.version)}
                  variant="default"
                  size="xs"
                  aria-label={texts.openVersion(one.version)}
                >
                  {texts.open}
                </ButtonLink>
              )
            }
          >
            <Facts>
              {(one.version === 1 ? texts.publishedBy : texts.amendedBy)(
                one.by.fullName,
                formatDateTime(one.at),
              )}
            </Facts>
            {one.released && (
              <Facts>
                {(one.released.isAlone ? texts.releasedAlone : texts.releasedBy)(one.released.by.fullName)}
              </Facts>
            )}
            {one.reason !== null && <Text>{reasonText(one.reason)}</Text>}
            {one.note !== null && (
              <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                <Isolated>{one.note}</Isolated>
              </Text>
            )}
            {one.version > 1 && <Facts>{whatDiffers(one, versions[index + 1])}</Facts>}
          </RecordItem>
        )}
      </RecordList>
    </SectionCard>
  )
}

const whatDiffers = (version: ReportVersion, before: ReportVersion | undefined): string => {
  const parts = [
    version.title !== before?.title && texts.titleDiffers,
    version.reportType.id !== before?.reportType.id && texts.typeDiffers,
    version.remark !== before?.remark && texts.remarkDiffers,
    version.isFileNew && texts.fileDiffers,
  ].filter((part) => part !== false)
  return texts.changed(parts)
}
