import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReleaseSettings } from '@zelab/contract'
import { useRef, useState } from 'react'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { releaseSettingsQuery } from './queries.ts'
import * as texts from './texts.ts'
import { LabReleaseDialog } from './lab-release-dialog.tsx'

export function LabRelease({ labId }: { labId: number }) {
  const { data: settings, error, isFetching, refetch } = useQuery(releaseSettingsQuery(labId))
  const [isEditing, setIsEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title={texts.release}
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
      {settings && isEditing && (
        <LabReleaseDialog
          labId={labId}
          settings={settings}
          onClose={() => {
            setIsEditing(false)
            opener.current?.focus()
          }}
        />
      )}
    </SectionCard>
  )
}

function Summary({ settings }: { settings: ReleaseSettings }) {
  const { twoPersons, reportTypeIds, techniciansRelease, allowsAlone } = settings
  const types = useAppDataStore((state) => state.reportTypes)
  const titles = types.filter(({ id }) => reportTypeIds.includes(id)).map(({ title }) => title)
  return (
    <DetailList
      details={[
        { label: texts.who, value: texts.RULES[twoPersons] },
        ...(twoPersons === 'types' ? [{ label: texts.types, value: titles.join(', '), isLong: true }] : []),
        ...(twoPersons === 'none'
          ? []
          : [
              {
                label: texts.releasers,
                value: techniciansRelease ? texts.doctorsAndTechnicians : texts.doctors,
              },
              { label: texts.alone, value: allowsAlone ? texts.yes : texts.no },
            ]),
      ]}
    />
  )
}
