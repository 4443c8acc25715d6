import { Skeleton, Stack } from '@mantine/core'
import { TRIAL_FILE_MAX_MB } from '@zelab/contract'
import { REPORT_FILE_EXTENSIONS } from '@zelab/contract/limits'
import { REFUSAL } from '@zelab/contract/messages'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useTryLetterhead } from '../../lib/queries/letterheads.ts'
import { BlobPicture } from '../../ui/display/blob-picture.tsx'
import { FileDropZone } from '../../ui/form/file-drop-zone.tsx'
import classes from './letterhead.module.css'
import * as texts from './texts.tsx'

/** Shows the stored letterhead on a file of the Admin, which is not kept. */
export function TryLetterhead({ labId }: { labId: number }) {
  const trial = useTryLetterhead(labId)
  const [isRejected, setIsRejected] = useState(false)
  return (
    <Stack>
      <FileDropZone
        accept={REPORT_FILE_EXTENSIONS}
        onFile={(file) => {
          setIsRejected(false)
          trial.mutate(file)
        }}
        onReject={() => {
          trial.reset()
          setIsRejected(true)
        }}
        buttonLabel={texts.tryFile}
        hint={texts.tryFileHint(TRIAL_FILE_MAX_MB)}
        error={isRejected ? REFUSAL.FILE_TYPE_NOT_ALLOWED : trial.error && messageOf(trial.error)}
        isDisabled={trial.isPending}
      />
      {(trial.isPending || trial.data) && (
        <div className={classes.frame} aria-busy={trial.isPending}>
          {trial.data ? (
            <BlobPicture blob={trial.data} className={classes.picture} alt={texts.firstPage} />
          ) : (
            <Skeleton height="100%" radius={0} />
          )}
        </div>
      )}
    </Stack>
  )
}
