import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Report, ReportVersion } from '@zelab/contract'
import { reasonText } from '@zelab/contract/reasons'
import { formatDateTime } from '../../../lib/format.ts'
import { reportVersionsQuery } from '../../../entities/report/queries.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Isolated } from '../../../ui/display/isolated.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import * as texts from '../texts.tsx'
import classes from './version-history.module.css'

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
    <div className={classes.banner}>
      <Notice tone="warning" title={texts.isEarlier(earlier.version, report.version)}>
        <p>
          {texts.wasPublished(earlier.by.fullName, formatDateTime(earlier.at))}{' '}
          {next && texts.wasReplaced(next.version, formatDateTime(next.at), reasonText(next.reason ?? ''))}
        </p>
        <ButtonLink {...versionLink(report, report.version)} variant="default" size="xs" mt="xs">
          {texts.openTheCurrentVersion}
        </ButtonLink>
      </Notice>
    </div>
  )
}

interface VersionHistoryProps {
  report: Report
  shown: number
}

export function VersionHistory({ report, shown }: VersionHistoryProps) {
  const { data: versions, error, isFetching, refetch } = useQuery(reportVersionsQuery(report.id))
  return (
    <SectionCard title={texts.versionHistory} isFlush>
      {error && !versions && (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      <ol className={classes.list} reversed aria-busy={!versions}>
        {versions?.map((one, index) => (
          <li key={one.version} className={classes.row} aria-current={one.version === shown || undefined}>
            <div className={classes.text}>
              <p className={classes.name}>
                {texts.versionNumber(one.version)}
                {one.version === report.version && <StatusBadge tone="positive">{texts.current}</StatusBadge>}
              </p>
              <p className={classes.detail}>
                {(one.version === 1 ? texts.publishedBy : texts.amendedBy)(
                  one.by.fullName,
                  formatDateTime(one.at),
                )}
              </p>
              {one.released && (
                <p className={classes.detail}>
                  {(one.released.isAlone ? texts.releasedAlone : texts.releasedBy)(one.released.by.fullName)}
                </p>
              )}
              {one.reason !== null && <p className={classes.reason}>{reasonText(one.reason)}</p>}
              {one.note !== null && (
                <p className={classes.note}>
                  <Isolated>{one.note}</Isolated>
                </p>
              )}
              {one.version > 1 && <p className={classes.detail}>{whatDiffers(one, versions[index + 1])}</p>}
            </div>
            {one.version !== shown && (
              <ButtonLink
                {...versionLink(report, one.version)}
                variant="default"
                size="xs"
                aria-label={texts.openVersion(one.version)}
              >
                {texts.open}
              </ButtonLink>
            )}
          </li>
        ))}
        {!versions &&
          !error &&
          Array.from({ length: report.version }, (_, index) => (
            <li key={index} className={classes.row}>
              <Skeleton height="2.5rem" />
            </li>
          ))}
      </ol>
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
