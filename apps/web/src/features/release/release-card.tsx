import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { releaseCountsQuery } from '../../lib/queries/counts.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'

/** On the dashboard, while something waits for the user. */
export function ReleaseCard() {
  const { data: counts } = useQuery(releaseCountsQuery())
  if (!counts) return null
  const { awaiting, late, sentBack, own, returned, review } = counts
  return (
    <SectionCard
      title={texts.awaitingRelease}
      actions={
        <AnchorLink to="/user/release" size="sm" fw={500}>
          {texts.openWorklist}
        </AnchorLink>
      }
    >
      <Stack align="flex-start" gap="xs">
        {late > 0 && <StatusBadge tone="negative">{texts.lateCount(late)}</StatusBadge>}
        {returned > 0 && <StatusBadge tone="warning">{texts.returnedCount(returned)}</StatusBadge>}
        {sentBack > returned && (
          <StatusBadge tone="warning">{texts.sentBackCount(sentBack - returned)}</StatusBadge>
        )}
        {awaiting > 0 && <span>{texts.waiting(awaiting)}</span>}
        {own > 0 && <span>{texts.ownCount(own)}</span>}
        {review > 0 && <span>{texts.reviewCount(review)}</span>}
      </Stack>
    </SectionCard>
  )
}
