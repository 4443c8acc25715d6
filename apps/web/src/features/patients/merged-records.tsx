import { Button } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PatientMerge } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useState } from 'react'
import { formatDateTime, formatPatientId } from '../../lib/format.ts'
import { useCan } from '../../lib/permissions.ts'
import { patientMergesQuery, useUndoMerge } from '../../lib/queries/patient-records.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Ltr } from '../../ui/ltr.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toastError, toastSuccess } from '../../ui/toasts.ts'
import { countOf } from '../../lib/count-of.ts'
import classes from './merged-records.module.css'

/** What was merged into this record, for those who may merge; the latest merge can be undone. */
export function MergedRecords({ patientId }: { patientId: number }) {
  const may = useCan()
  return may('patients:delete') && <Merges patientId={patientId} />
}

function Merges({ patientId }: { patientId: number }) {
  const { data: merges, error, isFetching, refetch } = useQuery(patientMergesQuery(patientId))
  const [undoing, setUndoing] = useState<PatientMerge>()
  const undoMerge = useUndoMerge()
  const undo = async (merge: PatientMerge) => {
    try {
      await undoMerge.mutateAsync(merge.id)
      toastSuccess(SUCCESS.mergeUndone)
    } catch (failure) {
      toastError(failure)
    }
    setUndoing(undefined)
  }
  // Most records never had another one merged into them, and then there is nothing to say.
  if (!error && !merges?.length) return null
  return (
    <SectionCard
      title="Merged Records"
      subtitle="Records of the same person that were merged into this one"
      icon={IconArrowMerge}
      isFlush
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ol className={classes.list} aria-label="Merged records, newest first">
          {merges?.map((merge) => (
            <Merge key={merge.id} merge={merge} onUndo={() => setUndoing(merge)} />
          ))}
        </ol>
      )}
      <ConfirmDialog
        isOpen={undoing !== undefined}
        title="Undo merge"
        message={undoing ? undoQuestion(undoing) : ''}
        confirmLabel="Undo Merge"
        pendingLabel="Undoing..."
        isPending={undoMerge.isPending}
        onConfirm={() => undoing && void undo(undoing)}
        onCancel={() => setUndoing(undefined)}
      />
    </SectionCard>
  )
}

const undoQuestion = ({ mergedId, mergedName, movedReports }: PatientMerge): string =>
  `Are you sure you want to undo this merge? ${formatPatientId(mergedId)} (${mergedName}) becomes a record of its own again and gets back what it had: ${countOf(movedReports, 'report')}. Reports published and values changed since the merge stay here.`

function Merge({ merge, onUndo }: { merge: PatientMerge; onUndo: () => void }) {
  const { mergedId, mergedName, at, by, reason, movedReports, undoneAt, isUndoable } = merge
  return (
    <li className={classes.merge}>
      <div className={classes.text}>
        <p className={classes.who}>
          <Ltr>{formatPatientId(mergedId)}</Ltr> <bdi>{mergedName}</bdi>
          {undoneAt && (
            <StatusBadge tone="neutral" icon={null}>
              Undone
            </StatusBadge>
          )}
        </p>
        <p className={classes.how}>
          By <bdi>{by.fullName}</bdi> on {formatDateTime(at)} · {countOf(movedReports, 'report')} moved
        </p>
        <p className={classes.how}>{reason}</p>
      </div>
      {isUndoable && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Undo merge of ${formatPatientId(mergedId)}`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
