import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ShownReport } from '@zelab/contract'
import type { KeyboardEvent } from 'react'
import { useCallback, useEffect, useRef } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { firstPageQuery, reportQuery } from '../../../lib/queries/reports.ts'
import { fileAddress } from '../../../lib/report-files.ts'
import { VIEWER_MESSAGE, viewerAddress } from '../../../lib/viewer-messages.ts'
import { PatientStrip } from '../../../ui/display/patient-strip.tsx'
import { useIsPhoneWidth } from '../../../ui/layout/phone-width.ts'
import classes from './file-dialog.module.css'
import * as texts from '../texts.tsx'

interface FileDialogProps {
  report: ShownReport
  isOpen: boolean
  /** Prints the file as soon as it is there. */
  isPrinting?: boolean
  onClose: () => void
}

/** A report's file, large: the viewer shows it in a frame (ADR 16). */
export function FileDialog({ report, isOpen, isPrinting = false, onClose }: FileDialogProps) {
  const { id, title, filePath, patient, firstPage } = report
  const frame = useRef<HTMLIFrameElement>(null)
  const queries = useQueryClient()
  const isPhone = useIsPhoneWidth()
  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      if (data === VIEWER_MESSAGE.close) onClose()
      if (data === VIEWER_MESSAGE.refused) void queries.invalidateQueries(reportQuery(id))
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  })
  // While the dialog is open, printing prints the file.
  const printFile = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'p') return
    event.preventDefault()
    frame.current?.contentWindow?.postMessage(VIEWER_MESSAGE.print, window.location.origin)
  }
  const showFile = useCallback(
    (place: HTMLIFrameElement) => {
      const image = queries.getQueryData(firstPageQuery(firstPage.address).queryKey)
      const page = image && !isPrinting ? URL.createObjectURL(image) : undefined
      place.src = viewerAddress({ filePath, reportId: id, isPrinting, firstPage: page })
      frame.current = place
      return () => {
        frame.current = null
        if (page) URL.revokeObjectURL(page)
      }
    },
    [queries, filePath, id, isPrinting, firstPage.address],
  )
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      onKeyDown={printFile}
      title={title}
      width="90rem"
      padding="md"
      isFullScreen={isPhone}
    >
      <PatientStrip patient={patient} />
      {/* Has the focus until the viewer takes it: a key pressed in a frame that still loads is lost. */}
      <div tabIndex={-1} data-autofocus className={classes.place}>
        <iframe ref={showFile} className={classes.frame} title={title} />
      </div>
      <p className={classes.hint}>
        {texts.nothingToSee}{' '}
        <Anchor href={fileAddress(filePath)} target="_blank" rel="noopener" size="sm">
          {texts.openFileInNewTab}
        </Anchor>
      </p>
    </Dialog>
  )
}
