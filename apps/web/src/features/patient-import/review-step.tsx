import { Button, Checkbox, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { PatientImport } from '@zelab/contract'
import { useState, type ReactNode } from 'react'
import { addressOfBadRows, addressOfImportErrors, useImportChange } from './queries.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { StatCard, StatStrip } from '../../ui/layout/stat-card.tsx'
import { toastError } from '../../ui/feedback/toasts.ts'
import { ImportRows } from './import-rows.tsx'
import { labelOfDateOrder, patientsToWrite } from './import-labels.ts'
import classes from './patient-import.module.css'
import * as texts from './texts.tsx'
import { pageApi } from '../../lib/page-api.ts'
import { endpointMutation } from '../../lib/endpoint-mutation.ts'

interface ReviewStepProps {
  found: PatientImport
  encodingChoice: ReactNode
  onAnother: () => void
  onOutdated: () => void
}

export function ReviewStep({ found, encodingChoice, onAnother, onOutdated }: ReviewStepProps) {
  const { rowsTotal, rowsWithErrors, rowsDuplicate, lab } = found
  const [leavesOut, setLeavesOut] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const [acceptsLoss, setAcceptsLoss] = useState(false)
  const ask = () => {
    setAcceptsLoss(false)
    setIsAsking(true)
  }
  const confirm = useImportChange(endpointMutation(pageApi.patientImport.confirm, { id: found.id }))
  const count = patientsToWrite(found, leavesOut)
  const write = () =>
    confirm.mutate(
      {
        skipDuplicates: leavesOut && rowsDuplicate > 0,
        // Imports the valid rows of a file with errors, after a second confirmation.
        skipInvalid: rowsWithErrors > 0,
      },
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
        <Notice tone="warning" role="alert" title={texts.pleaseLookAgain}>
          {found.problem}
        </Notice>
      )}
      {rowsWithErrors > 0 && (
        <Notice tone="negative" title={texts.rowsHaveErrors(rowsWithErrors)}>
          {texts.fixAndUpload}
        </Notice>
      )}
      <StatStrip>
        <StatCard title={texts.patients} value={rowsTotal} subtext={texts.rowsOfTheFile} />
        <StatCard title={texts.errors} value={rowsWithErrors} subtext={texts.errorsHint} />
        <StatCard title={texts.possibleDuplicates} value={rowsDuplicate} subtext={texts.duplicatesHint} />
      </StatStrip>
      <SectionCard title={texts.theFile}>
        <DetailList
          details={[
            { label: texts.file, value: <bdi>{found.fileName}</bdi> },
            { label: texts.lab, value: lab.name },
            { label: texts.encoding, value: found.encoding },
            { label: texts.separator, value: found.separator },
            { label: texts.dates, value: labelOfDateOrder(found.dateOrder) },
            ...(found.unknownColumns.length > 0
              ? [{ label: texts.columnsNotTakenOver, value: found.unknownColumns.join(', '), isWide: true }]
              : []),
          ]}
        />
        {encodingChoice}
      </SectionCard>
      <ImportRows found={found} />
      <div className={classes.decision}>
        {rowsDuplicate > 0 && (
          <Checkbox
            className={classes.choice}
            label={texts.leaveOutDuplicates(rowsDuplicate)}
            checked={leavesOut}
            onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
          />
        )}
        <Button variant="default" size="md" onClick={onAnother}>
          {texts.chooseAnotherFile}
        </Button>
        {rowsWithErrors > 0 ? (
          <>
            <Button
              component="a"
              href={addressOfImportErrors(found.id)}
              download
              variant="default"
              size="md"
              leftSection={<IconDownload size={16} stroke={1.75} />}
            >
              {texts.downloadErrors}
            </Button>
            {count > 0 && (
              <Button variant="default" size="md" onClick={ask}>
                {texts.registerValidRows(count)}
              </Button>
            )}
            <Button
              component="a"
              href={addressOfBadRows(found.id)}
              download
              size="md"
              leftSection={<IconDownload size={16} stroke={1.75} />}
            >
              {texts.downloadBadRows}
            </Button>
          </>
        ) : (
          <Button size="md" onClick={ask} disabled={count === 0}>
            {count === 0 ? texts.noPatients : texts.registerPatients(count)}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={rowsWithErrors > 0 ? texts.askRegisterValid : texts.askRegister}
        message={texts.registerQuestion(count, lab.name)}
        confirmLabel={texts.register}
        pendingLabel={texts.registering}
        isPending={confirm.isPending}
        isBlocked={rowsWithErrors > 0 && !acceptsLoss}
        onConfirm={write}
        onCancel={() => setIsAsking(false)}
      >
        {rowsDuplicate > 0 && (
          <Text c="dimmed" inherit mt="sm" mb={0}>
            {leavesOut ? texts.duplicatesLeftOut(rowsDuplicate) : texts.duplicatesRegistered(rowsDuplicate)}
          </Text>
        )}
        {rowsWithErrors > 0 && (
          <Checkbox
            mt="sm"
            label={texts.acceptLoss(rowsWithErrors)}
            checked={acceptsLoss}
            onChange={({ currentTarget }) => setAcceptsLoss(currentTarget.checked)}
          />
        )}
      </ConfirmDialog>
    </>
  )
}
