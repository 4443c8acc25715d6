import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UnreleasedReport } from '@zelab/contract'
import { useEffect, useRef } from 'react'
import { reportQuery } from '../../entities/report/queries.ts'
import { Hint } from '../../ui/display/inline.tsx'
import { fileAddress } from '../../lib/report-files.ts'
import { viewerAddress, type ViewedBytes } from '../../lib/viewer-messages.ts'
import classes from './release.module.css'
import * as texts from './texts.ts'

interface ShownFileProps {
  /** Above the file. */
  caption: string | undefined
  title: string
  file: NonNullable<UnreleasedReport['file']>
  /** Called with the SHA-256 of the file that the user sees. */
  onShown: (sha256: string) => void
}

/** The published version, beside the amendment that would replace it. */
export function AmendedVersion({ reportId }: { reportId: number }) {
  const { data: report } = useQuery(reportQuery(reportId))
  if (!report) return null
  const { version, filePath } = report
  return (
    <div>
      <Hint mb={4}>{texts.publishedVersion(version)}</Hint>
      <iframe
        className={classes.frame}
        src={viewerAddress({ filePath })}
        title={texts.publishedVersion(version)}
      />
    </div>
  )
}

/** The file in the viewer, or in a new tab where the viewer cannot show it. */
export function ShownFile({ caption, title, file, onShown }: ShownFileProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<Partial<ViewedBytes> | null>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      if (data?.kind === 'zelab-viewer-bytes' && data.sha256) onShown(data.sha256)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  })
  return (
    <div>
      {caption && <Hint mb={4}>{caption}</Hint>}
      <iframe
        ref={frame}
        className={classes.frame}
        src={viewerAddress({ filePath: file.address })}
        title={title}
      />
      <Hint mt="xs">
        {texts.cannotSee}{' '}
        <Anchor
          href={fileAddress(file.address)}
          target="_blank"
          rel="noopener"
          size="sm"
          underline="always"
          onClick={() => onShown(file.sha256)}
        >
          {texts.openInNewTab}
        </Anchor>
      </Hint>
    </div>
  )
}
