import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Letterhead } from '@zelab/contract'
import { useRef, useState } from 'react'
import { letterheadQuery } from '../../../lib/queries/letterheads.ts'
import { Ltr } from '../../../ui/display/ltr.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from './texts.tsx'
import { LetterheadDialog } from './letterhead-dialog.tsx'

export function LetterheadCard({ labId }: { labId: number }) {
  const { data: letterhead, error, isFetching, refetch } = useQuery(letterheadQuery(labId))
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title={texts.letterhead}
      subtitle={texts.letterheadHint}
      actions={
        <Button
          ref={opener}
          size="xs"
          variant="default"
          disabled={!letterhead}
          onClick={() => setIsOpen(true)}
        >
          {texts.editLetterhead}
        </Button>
      }
    >
      {letterhead ? (
        <LetterheadState letterhead={letterhead} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton height="2.625rem" />
      )}
      {letterhead && isOpen && (
        <LetterheadDialog
          labId={labId}
          letterhead={letterhead}
          onClose={() => {
            setIsOpen(false)
            opener.current?.focus()
          }}
        />
      )}
    </SectionCard>
  )
}

function LetterheadState({ letterhead: { isUsed, host, seal } }: { letterhead: Letterhead }) {
  return (
    <DetailList
      details={[
        {
          label: texts.onReports,
          value: (
            <StatusBadge tone={isUsed ? 'positive' : 'neutral'}>
              {isUsed ? texts.used : texts.notUsed}
            </StatusBadge>
          ),
        },
        { label: texts.checkedAt, value: <Ltr>{host}/v</Ltr>, isLong: true },
        {
          label: texts.seal,
          value: !seal ? (
            texts.noKey
          ) : (
            <StatusBadge tone={seal.problem ? 'warning' : 'positive'}>
              {seal.problem ? texts.notSealed : texts.sealed}
            </StatusBadge>
          ),
        },
      ]}
    />
  )
}
