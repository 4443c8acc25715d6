import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useCan } from '../../lib/session-store.ts'
import { historyQuery } from '../../lib/queries/activity.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { ActivityList } from './activity-list.tsx'
import * as texts from './texts.ts'

interface AccessHistoryProps {
  type: 'patient' | 'report'
  id: number
  /** Readers of the record, for everyone; the whole history is below it for those who may see it. */
  readers?: { title: string; subtitle: string; list: ReactNode }
}

export function AccessHistory({ type, id, readers }: AccessHistoryProps) {
  const may = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const isAllowed = may('patients:edit')
  if (!isAllowed && !readers) return null
  return (
    <SectionCard
      title={readers?.title ?? texts.accessHistory}
      subtitle={readers?.subtitle ?? texts.accessHistoryHint}
      isFlush
      {...(isAllowed && {
        actions: (
          <Button
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={texts.toggled(isOpen, texts.accessHistory)}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? texts.hide : readers ? texts.showAll : texts.show}
          </Button>
        ),
      })}
    >
      {readers?.list}
      {isOpen && <Entries type={type} id={id} />}
    </SectionCard>
  )
}

function Entries({ type, id }: Pick<AccessHistoryProps, 'type' | 'id'>) {
  return (
    <PagedList
      query={useQuery(historyQuery(type, id))}
      nothing={
        <EmptyState icon={IconHistory} title={texts.noActivityFound} description={texts.noAccessHint} />
      }
    >
      {({ rows }) => <ActivityList entries={rows} isStale={false} />}
    </PagedList>
  )
}
