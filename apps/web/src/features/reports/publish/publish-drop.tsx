import { Box, Button, Progress, Stack, Text, VisuallyHidden, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { handInputTo } from '../../../lib/unsaved-input.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { useDropAnywhere } from '../../../ui/form/drop-anywhere.ts'
import { FileDropZone } from '../../../ui/form/file-drop-zone.tsx'
import { useFilesToInbox } from '../../../entities/inbox/use-files-to-inbox.ts'
import { PatientPicker } from '../../../entities/patient/patient-picker.tsx'
import classes from '../reports.module.css'
import { PUBLISH_FORM } from '../form/use-report-upload.ts'
import * as texts from '../texts.tsx'
import { type DroppedFile, useDroppedFile } from './use-dropped-file.ts'
import type { ProposedPatient } from '@zelab/contract'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { COMPARED_FIELDS } from '../../../ui/texts.ts'

/** Uploads a dropped file and opens the publish form with its patient, which compares again. */
export function PublishDrop() {
  const navigate = useNavigate()
  const openForm = (patientId: number, { upload, fileUrl }: Extract<DroppedFile, { state: 'uploaded' }>) => {
    handInputTo(`/user/patient/${patientId}/report/publish`, PUBLISH_FORM, {
      values: { fileUrl },
      besides: { upload },
      isQuiet: true,
    })
    void navigate({
      to: '/user/patient/$patientId/report/publish',
      params: { patientId: String(patientId) },
    })
  }
  const { dropped, start, reject, discard, limitMb } = useDroppedFile(openForm)
  const isFree = dropped.state === 'none' || dropped.state === 'error'
  const toInbox = useFilesToInbox()
  const isOver = useDropAnywhere((files) => {
    const [file, ...others] = files
    if (file && others.length === 0 && isFree) start(file)
    else toInbox(files)
  })
  return (
    <SectionCard title={texts.dropToPublish}>
      <div className={classes.body} data-over={isOver || undefined}>
        {dropped.state === 'uploading' ? (
          <Box my="xs" role="status">
            <Text mb="xs">
              {dropped.percent < 100 ? texts.uploading(dropped.name) : texts.lookingForPatient}
            </Text>
            <Progress.Root size="sm">
              <Progress.Section value={dropped.percent} aria-label={texts.uploading(dropped.name)} />
            </Progress.Root>
          </Box>
        ) : dropped.state === 'uploaded' ? (
          <Stack gap="sm">
            <VisuallyHidden role="status">
              {texts.wasUploaded(dropped.upload.uploaded.originalFileName)}
            </VisuallyHidden>
            <Text mb="xs">
              <strong>{dropped.upload.uploaded.originalFileName}</strong>{' '}
              {dropped.candidates.length > 0 ? texts.fileMayName : texts.fileNamesNoOne}
            </Text>
            <ProposedPatients
              candidates={dropped.candidates}
              onChoose={(patientId) => openForm(patientId, dropped)}
            />
            <PatientPicker
              label={texts.anotherPatient}
              value={undefined}
              onChange={(patient) => patient && openForm(patient.id, dropped)}
              error={undefined}
            />
            <Button variant="default" className={classes.discard ?? ''} onClick={discard}>
              {texts.discardFile}
            </Button>
          </Stack>
        ) : (
          <FileDropZone
            accept={REPORT_FILE_EXTENSIONS}
            onFile={start}
            onReject={reject}
            onSeveral={toInbox}
            hint={texts.dropHint(limitMb)}
            error={dropped.state === 'error' ? dropped.message : undefined}
          />
        )}
      </div>
    </SectionCard>
  )
}

interface ProposedPatientsProps {
  candidates: readonly ProposedPatient[]
  onChoose: (patientId: number) => void
}

function ProposedPatients({ candidates, onChoose }: ProposedPatientsProps) {
  if (candidates.length === 0) return null
  return (
    <Stack component="ul" gap="sm" aria-label={texts.proposedPatients}>
      {candidates.map((candidate) => (
        <li key={candidate.id} className={classes.candidate}>
          <PatientStrip patient={candidate} label={texts.proposedNamed(candidate.fullName)} />
          <Group align="stretch" gap="0.25rem var(--mantine-spacing-sm)">
            {candidate.comparison.map(({ field, inFile, agrees }) => (
              <StatusBadge key={`${field} ${inFile}`} tone={agrees ? 'positive' : 'mismatch'}>
                {(agrees ? texts.fieldAgrees : texts.fieldDiffers)(COMPARED_FIELDS[field], inFile)}
              </StatusBadge>
            ))}
          </Group>
          <Button mod="wraps" variant="default" onClick={() => onChoose(candidate.id)}>
            {texts.publishForNamed(candidate.fullName)}
          </Button>
        </li>
      ))}
    </Stack>
  )
}
