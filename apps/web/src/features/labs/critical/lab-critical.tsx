import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CriticalSettings } from '@zelab/contract'
import { useRef, useState } from 'react'
import { criticalSettingsQuery } from '../../../entities/critical/queries.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'
import { LabCriticalDialog } from './lab-critical-dialog.tsx'

export function LabCritical({ labId }: { labId: number }) {
  const { data: settings, error, isFetching, refetch } = useQuery(criticalSettingsQuery(labId))
  const [isEditing, setIsEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    opener.current?.focus()
    setIsEditing(false)
  }
  return (
    <SectionCard
      title={texts.criticalResults}
      actions={
        <Button
          ref={opener}
          size="xs"
          variant="default"
          disabled={!settings}
          onClick={() => setIsEditing(true)}
        >
          {texts.edit}
        </Button>
      }
    >
      {settings ? (
        <Summary settings={settings} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
      )}
      {settings && isEditing && <LabCriticalDialog labId={labId} settings={settings} onClose={close} />}
    </SectionCard>
  )
}

const namesOf = (people: CriticalSettings['halfway'], none: string) =>
  people.length === 0 ? none : people.map(({ fullName }) => fullName).join(', ')

function Summary({ settings: { isOn, targetMinutes, halfway, overdue } }: { settings: CriticalSettings }) {
  const isNobody = overdue.length === 0 && halfway.length === 0
  return (
    <DetailList
      details={[
        { label: texts.uses, value: isOn ? texts.on : texts.off },
        { label: texts.target, value: texts.minutes(targetMinutes) },
        { label: texts.halfway, value: namesOf(halfway, isNobody ? texts.everyDoctor : texts.sameAsOverdue) },
        { label: texts.overdue, value: namesOf(overdue, isNobody ? texts.everyDoctor : texts.nobody) },
      ]}
    />
  )
}
