import { Button, Checkbox } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCopy,
  IconDownload,
  IconFileSpreadsheet,
  IconUsers,
} from '@tabler/icons-react'
import type { PatientImport } from '@zelab/contract'
import { useState } from 'react'
import { addressOfImportErrors, useConfirmImport } from '../../lib/queries/patient-import.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { toastError } from '../../ui/toasts.ts'
import { ImportRows } from './import-rows.tsx'
import { countOf, labelOfDateOrder, patientsToWrite } from './import-words.ts'
import classes from './patient-import.module.css'

interface FindingsStepProps {
  found: PatientImport
  onAnother: () => void
  /** The import is not what is on screen any more. */
  onOutdated: () => void
}

/** What the check found, and the choice what becomes of it. */
export function FindingsStep({ found, onAnother, onOutdated }: FindingsStepProps) {
  const { rowsTotal, rowsWithErrors, rowsDuplicate, lab } = found
  const [leavesOut, setLeavesOut] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const confirm = useConfirmImport()
  const count = patientsToWrite(found, leavesOut)
  const patients = countOf(count, 'patient')
  const write = () =>
    confirm.mutate(
      { id: found.id, skipDuplicates: leavesOut && rowsDuplicate > 0 },
      {
        onError: (error) => {
          setIsAsking(false)
          toastError(error)
          onOutdated()
        },
      },
    )
  return (
    <>
      {found.problem && (
        <Notice tone="warning" role="alert" title="Please look again">
          {found.problem}
        </Notice>
      )}
      {rowsWithErrors > 0 && (
        <Notice
          tone="negative"
          title={`${countOf(rowsWithErrors, 'row has errors', 'rows have errors')}, so nothing can be registered yet`}
        >
          Please mend them in your file and upload it again: patients are registered all or none.
        </Notice>
      )}
      <div className={classes.figures}>
        <StatCard title="Patients" value={rowsTotal} subtext="Rows of the file" icon={IconUsers} />
        <StatCard
          title="Errors"
          value={rowsWithErrors}
          subtext="Rows that cannot be registered"
          icon={IconAlertTriangle}
        />
        <StatCard
          title="Possible duplicates"
          value={rowsDuplicate}
          subtext="Like a patient of the lab or an earlier row"
          icon={IconCopy}
        />
      </div>
      <SectionCard title="The file" icon={IconFileSpreadsheet}>
        <DetailList
          details={[
            { label: 'File', value: <bdi className={classes.value}>{found.fileName}</bdi> },
            { label: 'Lab', value: lab.name },
            { label: 'Encoding', value: found.encoding },
            { label: 'Separator', value: found.separator },
            { label: 'Dates', value: labelOfDateOrder(found.dateOrder) },
            ...(found.unknownColumns.length > 0
              ? [{ label: 'Columns not taken over', value: found.unknownColumns.join(', '), isWide: true }]
              : []),
          ]}
        />
      </SectionCard>
      <ImportRows found={found} />
      <div className={classes.decision}>
        {rowsWithErrors === 0 && rowsDuplicate > 0 && (
          <Checkbox
            className={classes.choice ?? ''}
            label={`Leave out possible duplicates (${countOf(rowsDuplicate, 'row')})`}
            checked={leavesOut}
            onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
          />
        )}
        <Button variant="default" size="md" onClick={onAnother}>
          Choose another file
        </Button>
        {rowsWithErrors > 0 ? (
          <Button
            component="a"
            href={addressOfImportErrors(found.id)}
            download
            size="md"
            leftSection={<IconDownload size={16} stroke={1.75} />}
          >
            Download errors
          </Button>
        ) : (
          <Button size="md" onClick={() => setIsAsking(true)} disabled={count === 0}>
            {count === 0 ? 'No patients to register' : `Register ${patients}`}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Register patients"
        message={`Are you sure you want to register ${patients} in ${lab.name}? This action is irreversible.`}
        confirmLabel="Register"
        pendingLabel="Registering..."
        isPending={confirm.isPending}
        onConfirm={write}
        onCancel={() => setIsAsking(false)}
      >
        {rowsDuplicate > 0 && (
          <p className={classes.doubt}>
            {leavesOut
              ? `${countOf(rowsDuplicate, 'possible duplicate is', 'possible duplicates are')} left out.`
              : `${countOf(rowsDuplicate, 'possible duplicate is', 'possible duplicates are')} registered, too.`}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
