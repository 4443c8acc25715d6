import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { useEffect, useState } from 'react'
import { handInputTo } from '../../../lib/unsaved-input.ts'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { FileDropZone } from '../../../ui/form/file-drop-zone.tsx'
import { PatientPicker } from '../withdraw/patient-picker.tsx'
import { ProposedPatients } from './proposed-patients.tsx'
import classes from './publish-drop.module.css'
import { PUBLISH_FORM } from './publish-form-name.ts'
import * as texts from '../texts.tsx'
import type { DroppedFile } from './use-dropped-file.ts'
import { useDroppedFile } from './use-dropped-file.ts'

/**
 * A report file dropped anywhere on the page: it is uploaded once, its patient is proposed from what it says, and the
 * form to publish it opens with both. A patient who is certain is proposed without a question; the form compares again.
 */
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
  const isOver = useDropAnywhere(dropped.state === 'none' || dropped.state === 'error' ? start : undefined)
  return (
    <SectionCard title={texts.dropToPublish}>
      <div className={classes.body} data-over={isOver || undefined}>
        {dropped.state === 'uploading' ? (
          <div className={classes.progress} role="status">
            <p className={classes.line}>
              {dropped.percent < 100 ? texts.uploading(dropped.name) : texts.lookingForPatient}
            </p>
            <Progress.Root size="sm">
              <Progress.Section value={dropped.percent} aria-label={texts.uploading(dropped.name)} />
            </Progress.Root>
          </div>
        ) : dropped.state === 'uploaded' ? (
          <div className={classes.choice}>
            <VisuallyHidden role="status">
              {texts.wasUploaded(dropped.upload.uploaded.originalFileName)}
            </VisuallyHidden>
            <p className={classes.line}>
              <strong>{dropped.upload.uploaded.originalFileName}</strong>{' '}
              {dropped.candidates.length > 0 ? texts.fileMayName : texts.fileNamesNoOne}
            </p>
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
          </div>
        ) : (
          <FileDropZone
            accept={REPORT_FILE_EXTENSIONS}
            onFile={start}
            onReject={reject}
            hint={texts.dropHint(limitMb)}
            error={dropped.state === 'error' ? dropped.message : undefined}
          />
        )}
      </div>
    </SectionCard>
  )
}

// eslint-disable-next-line no-restricted-syntax -- the browser's name for what is dragged, which no one reads
const FILES = 'Files'

/** Takes a file that is dropped beside the field as well. Without a taker the window does what it always does. */
const useDropAnywhere = (take: ((file: File) => void) | undefined): boolean => {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!take) return
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes(FILES) === true
    const over = (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      const file = event.dataTransfer?.files[0]
      // The field has taken it already, with a word about its kind.
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      take(file)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  })
  return isOver && take !== undefined
}
