import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconFileAlert, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Letterhead, LetterheadFields } from '@zelab/contract'
import { useId } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { letterheadPreviewQuery } from '../../../lib/queries/letterheads.ts'
import { BlobPicture } from '../../../ui/display/blob-picture.tsx'
import classes from './letterhead-preview.module.css'
import * as texts from './texts.tsx'

interface LetterheadPreviewProps {
  labId: number
  draft: LetterheadFields
  letterhead: Letterhead
  isSwitchedOff: boolean
}

/** Preview of the stamped first page. The frame keeps its size in every state. */
export function LetterheadPreview({ labId, draft, letterhead, isSwitchedOff }: LetterheadPreviewProps) {
  const { hasReport, logoAddress } = letterhead
  const titleId = useId()
  const {
    data: picture,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery(letterheadPreviewQuery(labId, draft, logoAddress))
  return (
    <section className={classes.preview} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 className={classes.title} id={titleId}>
          {texts.preview}
        </h3>
        <p className={classes.subject}>{hasReport ? texts.ofLastReport : texts.ofExample}</p>
      </div>
      <div className={classes.frame} aria-busy={isFetching}>
        {error && !isFetching ? (
          <div className={classes.message} role="alert">
            <IconFileAlert size={32} stroke={1.5} aria-hidden="true" />
            <p>{messageOf(error, texts.previewFailed)}</p>
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          </div>
        ) : picture ? (
          <BlobPicture
            blob={picture}
            className={classes.picture}
            alt={texts.firstPage}
            data-outdated={isPlaceholderData || undefined}
          />
        ) : (
          <Skeleton height="100%" radius={0} />
        )}
        <VisuallyHidden role="status">{isFetching && texts.updating}</VisuallyHidden>
      </div>
      {isSwitchedOff && <p className={classes.subject}>{texts.switchedOff}</p>}
    </section>
  )
}
