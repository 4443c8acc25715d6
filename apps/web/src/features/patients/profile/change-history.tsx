import { FieldValue } from '../patient-cells.tsx'
import { Button, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientChange } from '@zelab/contract'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordItem, RecordList } from '../../../ui/list/record-list.tsx'
import classes from './patient-page.module.css'
import { FIELD_LABELS } from '../patient-fields.ts'
import * as texts from '../texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const KINDS: Record<PatientChange['kind'], string> = {
  edit: texts.changed,
  merge: texts.mergedWithAnotherRecord,
  'undo-merge': texts.mergeUndone,
}

export function ChangeHistory({ patientId }: { patientId: number }) {
  const may = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!may('patients:edit')) return null
  return (
    <SectionCard
      title={texts.changes}
      subtitle={texts.changesHint}
      isFlush
      actions={
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-label={texts.toggled(isOpen, texts.changes)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.hide : texts.show}
        </Button>
      }
    >
      {isOpen && <Changes patientId={patientId} />}
    </SectionCard>
  )
}

function Changes({ patientId }: { patientId: number }) {
  return (
    <RecordList
      query={useQuery(endpointQuery(api.patients.listChanges, { params: { id: patientId } }))}
      label={texts.changesNewestFirst}
      nothing={
        <EmptyState icon={IconPencil} title={texts.neverChanged} description={texts.neverChangedHint} />
      }
    >
      {(change) => <Change key={change.id} change={change} />}
    </RecordList>
  )
}

function Change({ change: { at, by, kind, changes } }: { change: PatientChange }) {
  return (
    <RecordItem
      name={texts.changedBy(<strong>{KINDS[kind]}</strong>, <bdi>{by.fullName}</bdi>)}
      badges={
        <Text component="time" c="dimmed" size="sm" dateTime={at}>
          {formatDateTime(at)}
        </Text>
      }
    >
      {changes.length > 0 && (
        <Stack component="dl" fz="sm" gap={4} mt="xs" mb={0} mx={0}>
          {changes.map(({ field, before, after }) => (
            <div key={field} className={classes.field}>
              <dt>{FIELD_LABELS[field]}</dt>
              <dd>
                <Text component="del" c="dimmed" inherit>
                  <FieldValue field={field} value={before} />
                </Text>
                <IconArrowRight size={14} stroke={1.75} aria-hidden="true" />
                <ins className={classes.after}>
                  <FieldValue field={field} value={after} />
                </ins>
              </dd>
            </div>
          ))}
        </Stack>
      )}
    </RecordItem>
  )
}
