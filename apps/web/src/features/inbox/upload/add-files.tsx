import { Button, FileButton, NativeSelect } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { REFUSAL } from '@zelab/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { contactQuery } from '../../../lib/queries/settings.ts'
import { useCurrentUser } from '../../../lib/session-store.ts'
import { toastProblem } from '../../../ui/feedback/toasts.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useDropAnywhere } from '../../../ui/form/drop-anywhere.ts'
import { ACCEPTED, problemOfFiles } from '../../../entities/inbox/file-choice.ts'
import * as texts from './texts.ts'
import classes from '../inbox.module.css'
import { addFiles, continueUploads } from '../../../entities/inbox/upload-queue.ts'

interface AddFilesProps {
  /** An Admin has no lab and must choose one for the files. */
  asksForLab: boolean
  labId: number | undefined
}

export function AddFiles({ asksForLab, labId }: AddFilesProps) {
  const { id: userId } = useCurrentUser()
  const limitMb = useQuery(contactQuery()).data?.uploadLimitMb
  const [waiting, setWaiting] = useState<readonly File[]>()
  const resetPicker = useRef<() => void>(null)
  useEffect(() => void continueUploads(userId), [userId])

  const take = (files: readonly File[]) => {
    // Without the reset, choosing the same files again fires no event.
    resetPicker.current?.()
    if (files.length === 0) return
    const problem = problemOfFiles(files)
    if (problem !== undefined) return toastProblem(problem)
    if (asksForLab) setWaiting(files)
    else addFiles(files, { labId: undefined, limitMb })
  }
  const isOver = useDropAnywhere(waiting ? undefined : take)
  return (
    <>
      <FileButton multiple resetRef={resetPicker} accept={ACCEPTED.join(',')} onChange={take}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} stroke={1.75} />}>
            {texts.chooseFiles}
          </Button>
        )}
      </FileButton>
      {isOver && (
        <div className={classes.veil}>
          <p>
            <IconUpload size={24} stroke={1.75} aria-hidden="true" /> {texts.dropHere}
          </p>
        </div>
      )}
      {waiting && (
        <LabDialog
          labId={labId}
          onChosen={(chosen) => {
            addFiles(waiting, { labId: chosen, limitMb })
          }}
          onClose={() => setWaiting(undefined)}
        />
      )}
    </>
  )
}

interface LabDialogProps {
  labId: number | undefined
  onChosen: (labId: number) => void
  onClose: () => void
}

function LabDialog({ labId, onChosen, onClose }: LabDialogProps) {
  const labs = useAppDataStore((state) => state.labs)
  const form = useForm({ defaultValues: { labId: labId === undefined ? '' : String(labId) } })
  return (
    <FormDialog
      form={form}
      title={texts.whichLab}
      size="md"
      success={null}
      submitLabel={texts.addFiles}
      onSave={async (chosen) => onChosen(Number(chosen.labId))}
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label={texts.lab}
        required
        data-autofocus
        data={[
          { value: '', label: texts.chooseLab },
          ...labs.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        error={form.formState.errors.labId?.message}
        {...form.register('labId', { required: REFUSAL.INBOX_LAB_REQUIRED })}
      />
    </FormDialog>
  )
}
