import { Anchor } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useEffect, useRef, type Ref } from 'react'
import { fileAddress } from '../../lib/report-files.ts'
import { viewerAddress, type ViewedBytes } from '../../lib/viewer-messages.ts'
import { Hint } from '../../ui/display/inline.tsx'
import * as texts from './texts.ts'

interface ShownFileProps {
  title: string
  filePath: string
  reportId?: number | undefined
  /** Class of the frame. */
  className: string | undefined
  frame?: Ref<HTMLIFrameElement>
  /** Called once the user sees the file; without a SHA-256 for a new tab. */
  onShown?: (sha256: string | undefined) => void
}

/** The file that a person decides about, in the viewer, or in a new tab where the viewer cannot show it. */
export function ShownFile({ title, filePath, reportId, className, frame, onShown }: ShownFileProps) {
  const own = useRef<HTMLIFrameElement>(null)
  const ref = useMergedRef(own, frame)
  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<Partial<ViewedBytes> | null>) => {
      if (origin !== window.location.origin || source !== own.current?.contentWindow) return
      if (data?.kind === 'zelab-viewer-bytes' && data.sha256) onShown?.(data.sha256)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  })
  return (
    <>
      <iframe ref={ref} className={className} src={viewerAddress({ filePath, reportId })} title={title} />
      <Hint mt="xs">
        {texts.cannotSee}{' '}
        <Anchor
          href={fileAddress(filePath)}
          target="_blank"
          rel="noopener"
          size="sm"
          underline="always"
          onClick={() => onShown?.(undefined)}
        >
          {texts.openInNewTab}
        </Anchor>
      </Hint>
    </>
  )
}
