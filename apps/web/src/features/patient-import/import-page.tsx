import { Button, VisuallyHidden } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PatientImport } from '@zelab/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { isNotFound } from '../../lib/api-error.ts'
import { dateOrder } from '../../lib/brand.ts'
import { patientImportQuery, useImportChange } from './queries.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { toastError } from '../../ui/feedback/toasts.ts'
import { EncodingChoice } from './encoding-choice.tsx'
import { ReviewStep } from './review-step.tsx'
import { patientsToWrite, spokenState } from './import-labels.ts'
import { ResultStep } from './result-step.tsx'
import classes from './patient-import.module.css'
import { StartStep, type ImportChoices } from './start-step.tsx'
import * as texts from './texts.tsx'
import { ImportProgress } from './import-progress.tsx'
import * as shared from '../../ui/texts.ts'
import { pageApi } from '../../lib/page-api.ts'
import { endpointMutation } from '../../lib/endpoint-mutation.ts'

export function ImportPage() {
  const { id } = useSearch({ from: '/_shell/user/patients/import' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useCurrentUser()
  const cancel = useImportChange(endpointMutation(pageApi.patientImport.cancel, { id: id ?? 0 }))
  const [choices, setChoices] = useState<ImportChoices>(() => ({
    dateOrder: dateOrder(),
    encoding: '',
    labId: '',
  }))
  const [isAnother, setIsAnother] = useState(false)
  const [sent, setSent] = useState<{ id: number; file: File }>()

  const begin = (started: PatientImport, file: File) => {
    setSent({ id: started.id, file })
    client.setQueryData(patientImportQuery(started.id).queryKey, started)
    void navigate({ to: '/user/patients/import', search: { id: started.id } })
  }
  const chooseAnother = (found?: PatientImport) => {
    setIsAnother(true)
    if (found) {
      const labId = user.lab ? '' : String(found.lab.id)
      setChoices({ ...choices, dateOrder: found.dateOrder, labId })
      // Deletes the parsed rows. If the request fails, a job deletes them after a day.
      if (found.state === 'ready') cancel.mutate()
    }
    void navigate({ to: '/user/patients/import', search: {} })
  }
  const start = (
    <StartStep
      choices={choices}
      onChange={setChoices}
      ownLab={user.lab?.name}
      hasFirstFocus={isAnother}
      onStarted={begin}
    />
  )
  return (
    <div className={classes.page}>
      <PageHeader title={texts.importPatients} subtitle={texts.subtitle} backTo="/user/patients" />
      {id === undefined ? (
        start
      ) : (
        <RunningImport
          key={id}
          id={id}
          start={start}
          file={sent?.id === id ? sent.file : undefined}
          onStarted={(started, file) => {
            cancel.mutate()
            begin(started, file)
          }}
          onAnother={chooseAnother}
          onCancel={() => cancel.mutate(undefined, { onError: (error) => toastError(error) })}
          isCancelling={cancel.isPending}
        />
      )}
    </div>
  )
}

interface RunningImportProps {
  id: number
  start: ReactNode
  /** Undefined after a reload. */
  file: File | undefined
  onStarted: (started: PatientImport, file: File) => void
  onAnother: (found?: PatientImport) => void
  onCancel: () => void
  isCancelling: boolean
}

function RunningImport({
  id,
  start,
  file,
  onStarted,
  onAnother,
  onCancel,
  isCancelling,
}: RunningImportProps) {
  const { data: found, error, isFetching, refetch } = useQuery(patientImportQuery(id))
  if (isNotFound(error) || (!found && error))
    return (
      <Sheet>
        {isNotFound(error) ? (
          <EmptyState
            icon={IconFileOff}
            title={texts.importNotFound}
            description={texts.importNotFoundHint}
            action={<Button onClick={() => onAnother()}>{texts.chooseAFile}</Button>}
          />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
      </Sheet>
    )
  const isAtWork = !found || found.state === 'checking' || found.state === 'writing'
  return (
    <>
      <VisuallyHidden role="status">{found && spokenState(found)}</VisuallyHidden>
      {error && isAtWork && (
        <Notice tone="warning" title={texts.theServerCannotBeReached}>
          {texts.importGoesOn}
        </Notice>
      )}
      {isAtWork ? (
        <SectionCard title={titleOf(found)}>
          <AtWork found={found} onCancel={onCancel} isCancelling={isCancelling} />
        </SectionCard>
      ) : found.state === 'ready' ? (
        <ReviewStep
          found={found}
          encodingChoice={file && <EncodingChoice found={found} file={file} onStarted={onStarted} />}
          onAnother={() => onAnother(found)}
          onOutdated={() => void refetch()}
        />
      ) : found.state === 'refused' ? (
        <>
          <Notice tone="negative" role="alert" title={texts.cannotBeImported(found.fileName)}>
            {found.problem}
          </Notice>
          {start}
        </>
      ) : (
        <ResultStep found={found} onAnother={() => onAnother(found)} />
      )}
    </>
  )
}

const titleOf = (found: PatientImport | undefined) =>
  found?.state === 'writing' ? texts.registeringThePatients : texts.checkingFile

interface AtWorkProps {
  found: PatientImport | undefined
  onCancel: () => void
  isCancelling: boolean
}

function AtWork({ found, onCancel, isCancelling }: AtWorkProps) {
  if (!found) return <ImportProgress label={texts.loading} done={0} total={null} />
  if (found.state === 'writing')
    return (
      <ImportProgress
        label={texts.registeringIn(found.lab.name)}
        done={found.rowsWritten}
        total={patientsToWrite(found, found.skipDuplicates)}
        textOf={texts.patientsOf}
      />
    )
  const isRead = found.rowsTotal !== null && found.rowsChecked >= found.rowsTotal
  return (
    <ImportProgress
      label={isRead ? texts.lookingForDuplicates(found.fileName) : texts.checking(found.fileName)}
      done={found.rowsChecked}
      total={found.rowsTotal}
      action={
        <Button variant="default" size="xs" onClick={onCancel} disabled={isCancelling}>
          {shared.cancel}
        </Button>
      }
    />
  )
}
