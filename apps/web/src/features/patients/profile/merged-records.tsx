import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PatientMerge } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { formatDateTime, formatPatientId } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { PatientHead } from '../../../entities/patient/patient-head.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { ZlId } from '../../../ui/display/tags.tsx'
import { Facts, RecordItem, RecordList } from '../../../ui/list/record-list.tsx'
import * as texts from '../texts.tsx'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

export function MergedRecords({ patientId }: { patientId: number }) {
  const may = useCan()
  return may('patients:delete') && <Merges patientId={patientId} />
}

function Merges({ patientId }: { patientId: number }) {
  const query = useQuery(endpointQuery(api.patients.listMerges, { params: { id: patientId } }))
  const { data: merges, error } = query
  const [undoing, setUndoing] = useState<PatientMerge>()
  const undoMerge = useEndpoint(api.patients.undoMerge)
  const undo = async (merge: PatientMerge) => {
    try {
      await undoMerge.mutateAsync({ params: { id: merge.id } })
      toastSuccess(SUCCESS.mergeUndone)
    } catch (failure) {
      toastError(failure)
    }
    setUndoing(undefined)
  }
  // Most records have no merges, so the card is hidden.
  if (!error && !merges?.length) return merges ? null : <Spinner />
  return (
    <SectionCard title={texts.mergedRecords} subtitle={texts.mergedRecordsHint} isFlush>
      <RecordList query={query} label={texts.mergedRecordsNewestFirst} nothing={null}>
        {(merge) => <Merge key={merge.id} merge={merge} onUndo={() => setUndoing(merge)} />}
      </RecordList>
      <ConfirmDialog
        isOpen={undoing !== undefined}
        title={texts.askUndoMerge}
        head={<PatientHead patientId={patientId} />}
        message={undoing ? undoQuestion(undoing) : ''}
        confirmLabel={texts.undoMerge}
        pendingLabel={texts.undoing}
        isPending={undoMerge.isPending}
        onConfirm={() => undoing && void undo(undoing)}
        onCancel={() => setUndoing(undefined)}
      />
    </SectionCard>
  )
}

const undoQuestion = ({ mergedId, mergedName, movedReports }: PatientMerge): string =>
  texts.undoQuestion(formatPatientId(mergedId), mergedName, movedReports)

function Merge({ merge, onUndo }: { merge: PatientMerge; onUndo: () => void }) {
  const { mergedId, mergedName, at, by, reason, movedReports, undoneAt, isUndoable } = merge
  return (
    <RecordItem
      name={
        <>
          <ZlId id={mergedId} /> <bdi>{mergedName}</bdi>
        </>
      }
      tags={
        undoneAt && (
          <StatusBadge tone="neutral" icon={null}>
            {texts.undone}
          </StatusBadge>
        )
      }
      actions={
        isUndoable && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.undoMergeOf(formatPatientId(mergedId))}
            onClick={onUndo}
          >
            {texts.undo}
          </Button>
        )
      }
    >
      <Facts>{texts.mergedBy(<bdi>{by.fullName}</bdi>, formatDateTime(at), movedReports)}</Facts>
      <Facts>{reason}</Facts>
    </RecordItem>
  )
}
