import { Button, Text, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Delegate, PatientRow } from '@zelab/contract'
import { useRef, useState } from 'react'
import { useCan } from '../../../lib/session-store.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { RecordList, RecordRows } from '../../../ui/list/record-list.tsx'
import { DelegateItem } from './delegate-item.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import * as shared from '../../../ui/texts.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps } from '../../../ui/form/form-resolver.ts'
import { DelegateFieldset } from './delegate-fieldset.tsx'
import {
  delegateFieldsOf,
  delegateResolver,
  newDelegateFields,
  type CheckedDelegate,
  type DelegateFields,
} from './delegate-form.ts'

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

interface EndDialogProps {
  patient: PatientRow
  delegate: Delegate
  onClose: () => void
}

function EndDialog({ patient, delegate, onClose }: EndDialogProps) {
  const end = useEndpoint(pageApi.delegates.endDelegate, { id: delegate.id })
  return (
    <ConfirmDialog
      isOpen
      title={texts.askEnd(delegate.fullName)}
      head={<PatientStrip patient={patient} />}
      message={texts.endMessage}
      confirmLabel={texts.endAccess}
      pendingLabel={shared.saving}
      isPending={end.isPending}
      isDangerous
      onConfirm={() =>
        end.mutate(undefined, {
          onSuccess: () => toastSuccess(texts.accessEnded),
          onError: (error) => toastError(error),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    />
  )
}

interface DelegateDialogProps {
  patient: PatientRow
  delegate: Delegate | undefined
  onClose: () => void
}

function DelegateDialog({ patient, delegate, onClose }: DelegateDialogProps) {
  const add = useEndpoint(pageApi.delegates.addDelegate, { id: patient.id })
  const change = useEndpoint(pageApi.delegates.changeDelegate, { id: delegate?.id ?? 0 })
  const form = useForm<DelegateFields, unknown, CheckedDelegate>({
    resolver: delegateResolver(delegate?.phone ?? null),
    defaultValues: delegate ? delegateFieldsOf(delegate) : newDelegateFields(patient),
  })
  return (
    <FormDialog
      head={<PatientStrip patient={patient} />}
      form={form}
      name={`delegate ${delegate?.id ?? 'new'}`}
      title={delegate ? texts.changeTitle : texts.addTitle}
      lead={delegate && texts.changeHint}
      {...(!delegate && { submitLabel: texts.add })}
      onSave={(delegate ? change : add).mutateAsync}
      onClose={onClose}
    >
      <DelegateFieldset form={form} />
      <Checkbox
        label={texts.agreement}
        aria-invalid={form.formState.errors.isAgreed !== undefined}
        {...fieldProps(form, 'isAgreed')}
      />
    </FormDialog>
  )
}
