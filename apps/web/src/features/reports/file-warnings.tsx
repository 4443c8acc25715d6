import type { FileWarning } from '@zelab/contract'
import { Notice } from '../../ui/notice.tsx'
import classes from './publish-page.module.css'
import * as texts from './texts.tsx'

/** What speaks against this file for this patient; it warns and is never in the way. */
export function FileWarnings({ warnings }: { warnings: readonly FileWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <div className={classes.doubt}>
      <Notice tone="warning" role="alert" title={texts.fileOfSomebodyElse}>
        <ul className={classes.warnings}>
          {warnings.map(({ kind, message }) => (
            <li key={kind}>{message}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
