import { Anchor, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ShownReport } from '@zelab/contract'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { firstPageQuery } from './queries.ts'
import { latinKey } from '../../lib/latin-key.ts'
import { fileAddress } from '../../lib/report-files.ts'
import { VIEWER_MESSAGE, viewerAddress } from '../../lib/viewer-messages.ts'
import { BlobPicture } from '../../ui/display/blob-picture.tsx'
import { Isolated } from '../../ui/display/inline.tsx'
import { PatientStrip } from '../patient/patient-strip.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useIsPhoneWidth } from '../../ui/layout/window.ts'
import classes from './file-dialog.module.css'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

interface FileDialogProps {
  report: ShownReport
  isOpen: boolean
  /** Prints the file once it has loaded. */
  isPrinting?: boolean
  /** Reports of the same patient that are printed with it, and the title of all. */
  together?: { title: string; further: readonly ShownReport[] } | undefined
  /** Called when the browser's print dialog is closed, printed or not. */
  onPrinted?: () => void
  onClose: () => void
  /** Replaces the hint below the file. */
  children?: ReactNode
}

/** The report's file in the viewer, which runs in a frame (ADR 16). */
export function FileDialog({
  report,
  isOpen,
  isPrinting = false,
  together,
  onPrinted,
  onClose,
  children,
}: FileDialogProps) {
  const { title, filePath, patient } = report
  const frame = useRef<HTMLIFrameElement>(null)
  const isPhone = useIsPhoneWidth()
  // Ctrl+P prints the file instead of the page.
  const printFile = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || latinKey(event) !== 'p') return
    event.preventDefault()
    frame.current?.contentWindow?.postMessage(VIEWER_MESSAGE.print, window.location.origin)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onKeyDown={printFile}
      title={<Isolated>{together?.title ?? title}</Isolated>}
      size="90rem"
      padding="md"
      fullScreen={isPhone}
      classNames={{ header: classes.header }}
    >
      <div className={classes.patient}>
        <PatientStrip patient={patient} />
      </div>
      {report.suspension && <Notice tone="negative" title={texts.suspended} />}
      <FileFrame
        report={report}
        isPrinting={isPrinting}
        further={together?.further}
        frame={frame}
        onPrinted={onPrinted}
        onClose={onClose}
      />
      {children || (
        <p className={classes.hint}>
          {texts.nothingToSee}{' '}
          <Anchor href={fileAddress(filePath)} target="_blank" rel="noopener" size="sm">
            {texts.openFileInNewTab}
          </Anchor>
        </p>
      )}
    </Modal>
  )
}

interface FileFrameProps {
  report: ShownReport
  isPrinting: boolean
  further: readonly ShownReport[] | undefined
  frame: RefObject<HTMLIFrameElement | null>
  onPrinted: (() => void) | undefined
  onClose: () => void
}

/** The first-page image, if loaded, covers the viewer until a PDF is drawn. */
function FileFrame({ report, isPrinting, further, frame, onPrinted, onClose }: FileFrameProps) {
  const { id, title, filePath, firstPage, version } = report
  const queries = useQueryClient()
  const [cover, setCover] = useState(() =>
    filePath.endsWith('.pdf') && !isPrinting
      ? queries.getQueryData(firstPageQuery(firstPage.address, version).queryKey)
      : undefined,
  )
  // Loading the viewer's scripts first would delay the image.
  const [isLoading, setIsLoading] = useState(cover === undefined)
  const load = () => setIsLoading(true)
  /** Removes the cover when the viewer failed to load. */
  const uncoverFailure = () => {
    const content = frame.current?.contentDocument
    if (isLoading && content?.URL !== 'about:blank' && !content?.querySelector('main')) setCover(undefined)
  }
  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      if (data === VIEWER_MESSAGE.close) onClose()
      if (data === VIEWER_MESSAGE.shown) setCover(undefined)
      if (data === VIEWER_MESSAGE.printed) onPrinted?.()
      if (data === VIEWER_MESSAGE.refused)
        void queries.invalidateQueries(endpointQuery(api.reports.getById, { params: { reportId: id } }))
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  })
  return (
    // Has the focus until the viewer takes it, because keys pressed in a loading frame are lost.
    <div tabIndex={-1} data-autofocus className={classes.place}>
      <iframe
        ref={frame}
        className={classes.frame}
        src={isLoading ? viewerAddress({ filePath, reportId: id, isPrinting, further }) : undefined}
        title={title}
        onLoad={uncoverFailure}
      />
      {cover && (
        // The viewer announces that the file is loading.
        <div className={classes.cover} aria-hidden="true">
          <BlobPicture blob={cover} alt="" decoding="async" onLoad={load} onError={load} />
          <p>{texts.loadingFile}</p>
        </div>
      )}
    </div>
  )
}
