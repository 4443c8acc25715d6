import type { InboxCounts } from '@zelab/contract'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './inbox-page.module.css'
import * as texts from './texts.ts'

/** A warning for each source that does not work: no files arrive from it. */
export function SourceProblems({ problems }: Pick<InboxCounts, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <div className={classes.problems}>
      {problems.map(({ name, problem, since }) => (
        <Notice key={`${name} ${problem}`} tone="warning" title={texts.sourceProblem(name)}>
          <p>
            {texts.SOURCE_PROBLEMS[problem]} {texts.since} <RelativeTime at={since} />.
          </p>
        </Notice>
      ))}
    </div>
  )
}
