import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Delegate } from '@zelab/contract'
import { useRef, useState } from 'react'
import { useCan } from '../../../lib/session-store.ts'
import { delegatesQuery } from './queries.ts'
import { patientQuery } from '../../../entities/patient/queries.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { DelegateItem } from './delegate-item.tsx'
import classes from './patient-delegates.module.css'
import * as texts from './texts.ts'
import { DelegateDialog } from './delegate-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'

export function PatientDelegates({ patientId }: { patientId: number }) {
  const may = useCan()
  const { data: delegates, error, isFetching, refetch } = useQuery(delegatesQuery(patientId))
  const { data: patient } = useQuery(patientQuery(patientId))
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
      {delegates && patient ? (
        <Delegates
          delegates={delegates}
          dateOfBirth={patient.dateOfBirth}
          {...(maySend && { onChange: setEditing, onEnd: setEnding })}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner />
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
      {ending && (
        <EndDialog
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

interface DelegatesProps {
  delegates: readonly Delegate[]
  dateOfBirth: string
  onChange?: (delegate: Delegate) => void
  onEnd?: (delegate: Delegate) => void
}

function Delegates({ delegates, dateOfBirth, ...actions }: DelegatesProps) {
  const current = delegates.filter(({ ended }) => !ended)
  const former = delegates.filter(({ ended }) => ended)
  return (
    <>
      {current.length === 0 ? (
        <p className={classes.none}>{texts.none}</p>
      ) : (
        <ul className={classes.list} aria-label={texts.guardiansAndDelegates}>
          {current.map((delegate) => (
            <DelegateItem key={delegate.id} delegate={delegate} dateOfBirth={dateOfBirth} {...actions} />
          ))}
        </ul>
      )}
      {former.length > 0 && (
        <details className={classes.former}>
          <summary>{texts.formerPeople(former.length)}</summary>
          <ul className={classes.list}>
            {former.map((delegate) => (
              <DelegateItem key={delegate.id} delegate={delegate} dateOfBirth={dateOfBirth} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
