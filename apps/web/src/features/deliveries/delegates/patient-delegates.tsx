import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Delegate } from '@zelab/contract'
import { useRef, useState } from 'react'
import { useCan } from '../../../lib/session-store.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordList, RecordRows } from '../../../ui/list/record-list.tsx'
import { DelegateItem } from './delegate-item.tsx'
import * as texts from './texts.ts'
import { DelegateDialog } from './delegate-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { pageApi } from '../../../lib/page-api.ts'

export function PatientDelegates({ patientId }: { patientId: number }) {
  const may = useCan()
  const query = useQuery(endpointQuery(pageApi.delegates.getDelegates, { params: { id: patientId } }))
  const { data: delegates } = query
  const former = delegates?.filter(({ ended }) => ended) ?? []
  const { data: patient } = useQuery(endpointQuery(api.patients.getById, { params: { id: patientId } }))
  const [editing, setEditing] = useState<Delegate | 'new'>()
  const [ending, setEnding] = useState<Delegate>()
  const adder = useRef<HTMLButtonElement>(null)
  const maySend = may('reports:send')
  // The row with the button that opened the dialog may be gone.
  const focusAdder = () => adder.current?.focus()
  return (
    <SectionCard
      title={texts.guardiansAndDelegates}
      subtitle={texts.cardHint}
      isFlush
      actions={
        maySend && (
          <Button
            ref={adder}
            size="xs"
            variant="default"
            disabled={!delegates || !patient}
            onClick={() => setEditing('new')}
          >
            {texts.add}
          </Button>
        )
      }
    >
      <RecordList
        query={{ ...query, data: patient && delegates?.filter(({ ended }) => !ended) }}
        label={texts.guardiansAndDelegates}
        nothing={texts.none}
        skeletonRows={1}
      >
        {(delegate) => (
          <DelegateItem
            key={delegate.id}
            delegate={delegate}
            dateOfBirth={patient?.dateOfBirth ?? ''}
            {...(maySend && { onChange: setEditing, onEnd: setEnding })}
          />
        )}
      </RecordList>
      {patient && former.length > 0 && (
        <details>
          <Text component="summary" mx="md" my="xs" c="dimmed" size="sm">
            {texts.formerPeople(former.length)}
          </Text>
          <RecordRows rows={former} isStale={false} label={texts.formerPeople(former.length)}>
            {(delegate) => (
              <DelegateItem key={delegate.id} delegate={delegate} dateOfBirth={patient.dateOfBirth} />
            )}
          </RecordRows>
        </details>
      )}
      {editing && patient && (
        <DelegateDialog
          patient={patient}
          delegate={editing === 'new' ? undefined : editing}
          onClose={() => {
            setEditing(undefined)
            focusAdder()
          }}
        />
      )}
      {ending && patient && (
        <EndDialog
          patient={patient}
          delegate={ending}
          onClose={() => {
            setEnding(undefined)
            focusAdder()
          }}
        />
      )}
    </SectionCard>
  )
}
