import { Button } from '@mantine/core'
import { IconArrowRight, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientChange } from '@zelab/contract'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { patientChangesQuery } from '../queries.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import classes from './change-history.module.css'
import { FieldValue } from '../field-value.tsx'
import { FIELD_LABELS } from '../patient-fields.ts'
import * as texts from '../texts.tsx'

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
  const { data: changes, error, isFetching, refetch } = useQuery(patientChangesQuery(patientId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!changes) return <Spinner label={texts.loadingChanges} />
  if (changes.length === 0) return <EmptyState icon={IconPencil} title={texts.neverChanged} />
  return (
    <ol className={classes.list} aria-label={texts.changesNewestFirst}>
      {changes.map((change) => (
        <Change key={change.id} change={change} />
      ))}
    </ol>
  )
}

function Change({ change: { at, by, kind, changes } }: { change: PatientChange }) {
  return (
    <li className={classes.change}>
      <p className={classes.head}>
        {texts.changedBy(<span className={classes.kind}>{KINDS[kind]}</span>, <bdi>{by.fullName}</bdi>)}
        <time className={classes.time} dateTime={at}>
          {formatDateTime(at)}
        </time>
      </p>
      {changes.length > 0 && (
        <dl className={classes.fields}>
          {changes.map(({ field, before, after }) => (
            <div key={field} className={classes.field}>
              <dt>{FIELD_LABELS[field]}</dt>
              <dd>
                <del className={classes.before}>
                  <FieldValue field={field} value={before} />
                </del>
                <IconArrowRight size={14} stroke={1.75} aria-hidden="true" />
                <ins className={classes.after}>
                  <FieldValue field={field} value={after} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
