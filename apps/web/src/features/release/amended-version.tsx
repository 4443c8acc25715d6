import { useQuery } from '@tanstack/react-query'
import { Hint } from '../../ui/display/inline.tsx'
import { viewerAddress } from '../../lib/viewer-messages.ts'
import classes from './release.module.css'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

/** The published version, beside the amendment that would replace it. */
export function AmendedVersion({ reportId }: { reportId: number }) {
  const { data: report } = useQuery(endpointQuery(api.reports.getById, { params: { reportId } }))
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
