import { Button, Skeleton } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FirstPage } from '@zelab/contract'
import { isRefusal, messageOf } from '../../../lib/api-error.ts'
import { firstPageQuery } from '../../../entities/report/queries.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { BlobPicture } from '../../../ui/display/blob-picture.tsx'
import type { DocumentState } from '../../../ui/layout/sheet.tsx'
import classes from './report-page.module.css'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

/** A4 in the size of the server's images, until this image's size is known. */
const PAPER = { width: 1200, height: 1697 }

interface FirstPageImageProps {
  page: FirstPage
  version: number
  title: string
  state: DocumentState
  onOpen: () => void
}

/** The first page, which opens the viewer. Its size is reserved to avoid a layout shift. */
export function FirstPageImage({ page, version, title, state, onOpen }: FirstPageImageProps) {
  const { address, isUnavailable } = page
  const width = page.width ?? PAPER.width
  const height = page.height ?? PAPER.height
  const {
    data: image,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...firstPageQuery(address, version), enabled: !isUnavailable })
  if (isUnavailable) return <NoImage onOpen={onOpen} />
  return (
    <div className={classes.frame} style={{ aspectRatio: `${width} / ${height}` }} aria-busy={isFetching}>
      {isRefusal(error, 'PAGE_IMAGE_FAILED') ? (
        <NoImage onOpen={onOpen} />
      ) : error ? (
        <div className={classes.message} role="alert">
          <IconFileAlert size={32} stroke={1.5} aria-hidden="true" />
          <h3>{texts.firstPageNotLoaded}</h3>
          <p>{messageOf(error)}</p>
          <SubmitButton variant="default" isPending={isFetching} onClick={() => void refetch()}>
            {shared.retry}
          </SubmitButton>
        </div>
      ) : (
        <>
          {image ? (
            <BlobPicture blob={image} className={classes.image} width={width} height={height} alt="" />
          ) : (
            <Skeleton className={classes.image ?? ''} height="100%" />
          )}
          <button
            type="button"
            className={classes.press}
            onClick={onOpen}
            aria-label={texts.enlarge(title)}
          />
        </>
      )}
      {state !== 'current' && (
        <span className={classes.stamp} data-state={state} aria-hidden="true">
          {texts.STAMPS[state]}
        </span>
      )}
    </div>
  )
}

/** The file is protected, damaged or unsupported; the viewer shows which. */
function NoImage({ onOpen }: { onOpen: () => void }) {
  return (
    <div className={classes.message}>
      <IconFileAlert size={32} stroke={1.5} aria-hidden="true" />
      <h3>{texts.noFirstPage}</h3>
      <p>{texts.noFirstPageHint}</p>
      <Button variant="default" onClick={onOpen}>
        {texts.openTheFile}
      </Button>
    </div>
  )
}
