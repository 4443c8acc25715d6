import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { INBOX_MATCHES } from '@zelab/contract/limits'
import { formatCount } from '../../lib/format.ts'
import { inboxCountsQuery } from '../../lib/queries/counts.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { Count } from '../../ui/display/tags.tsx'
import { MatchBadge } from './inbox-parts.tsx'
import * as texts from './texts.ts'

/** Number of open inbox items by match. */
export function WaitingCard() {
  const query = useQuery(inboxCountsQuery())
  const total = query.data && query.data.green + query.data.amber + query.data.red
  return (
    <SectionCard
      title={texts.inbox}
      count={total ? formatCount(total) : undefined}
      actions={
        <AnchorLink to="/user/inbox" size="sm" fw={500}>
          {texts.openInbox}
        </AnchorLink>
      }
    >
      <Fetched query={query} skeleton={<Skeleton height="var(--control)" width="60%" />}>
        {(counts) => (
          <Stack gap="xs" justify="center" mih="var(--control)">
            {total === 0 && <Text>{texts.nothingWaits}</Text>}
            <Group component="ul" gap="0.5rem 1.5rem" aria-label={texts.waiting}>
              {INBOX_MATCHES.filter((match) => counts[match] > 0).map((match) => (
                <li key={match}>
                  <AnchorLink to="/user/inbox" search={{ match }} inherit c="var(--ink)">
                    <Group component="span" gap="xs" mih="var(--control)" fw={600} className="tabular">
                      <MatchBadge match={match} /> <Count>{formatCount(counts[match])}</Count>
                    </Group>
                  </AnchorLink>
                </li>
              ))}
            </Group>
            {counts.problems.map(({ name, problem }) => (
              <Text key={`${name} ${problem}`} c="var(--warning-text)" inherit>
                {texts.sourceProblem(name)}
              </Text>
            ))}
          </Stack>
        )}
      </Fetched>
    </SectionCard>
  )
}
