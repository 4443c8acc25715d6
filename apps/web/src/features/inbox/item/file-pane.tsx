import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OpenedInboxItem } from '@zelab/contract'
import { useEffect, useRef, useState } from 'react'
import { ShownFile } from '../../../entities/report/shown-file.tsx'
import { VIEWER_MESSAGE, type ViewerKey } from '../../../lib/viewer-messages.ts'
import classes from './inbox-item.module.css'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

interface FilePaneProps {
  item: OpenedInboxItem
  onLeave: () => void
  /** Called once the user sees the file of the item. */
  onShown: () => void
}

export function FilePane({ item: { file, fileName, target }, onLeave, onShown }: FilePaneProps) {
  const [shownReport, setShownReport] = useState(file === null)
  const report = useQuery({
    ...endpointQuery(api.reports.getById, { params: { reportId: target?.id ?? 0 } }),
    enabled: target !== null && shownReport,
  }).data
  const frame = useViewerFrame(onLeave)
  const shown = shownReport ? report?.filePath : file?.address
  return (
    <div className={classes.filePane}>
      {target && file && (
        <Group component="fieldset" gap="xs" p={0} bd={0} aria-label={texts.shownFile}>
          <Button
            variant={shownReport ? 'default' : 'light'}
            size="xs"
            aria-pressed={!shownReport}
            onClick={() => setShownReport(false)}
          >
            {texts.newFile}
          </Button>
          <Button
            variant={shownReport ? 'light' : 'default'}
            size="xs"
            aria-pressed={shownReport}
            onClick={() => setShownReport(true)}
          >
            {texts.publishedVersion(target.version)}
          </Button>
        </Group>
      )}
      {shown !== undefined && (
        <ShownFile
          key={shown}
          frame={frame}
          className={classes.frame}
          filePath={shown}
          reportId={shownReport ? target?.id : undefined}
          title={shownReport ? (target?.title ?? fileName) : fileName}
          {...(!shownReport && { onShown })}
        />
      )}
    </div>
  )
}

const isKey = (data: unknown): data is ViewerKey =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'zelab-viewer-key'

/** Makes the page's shortcuts work while the focus is in the viewer frame. */
const useViewerFrame = (onLeave: () => void) => {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      if (data === VIEWER_MESSAGE.close) onLeave()
      if (!isKey(data)) return
      const { kind: _, ...key } = data
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  })
  return frame
}
