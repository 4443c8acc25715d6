import { Link } from '@tanstack/react-router'
import type { InboxCounts } from '@zelab/contract'
import { VIEWS, type InboxSearch, type InboxView } from '../inbox-search.ts'
import classes from './inbox-page.module.css'
import * as texts from './texts.ts'

interface ViewTabsProps {
  search: InboxSearch
  counts: InboxCounts | undefined
}

const COUNTS: Partial<Record<InboxView, (counts: InboxCounts) => string>> = {
  open: texts.countOf,
  automatic: texts.toReview,
}

/** The views with their counts. Source and lab filters apply to all of them. */
export function ViewTabs({ search, counts }: ViewTabsProps) {
  const { view = 'open', source, labId } = search
  return (
    <nav className={classes.tabs} aria-label={texts.views}>
      {VIEWS.map((one) => (
        <Link
          key={one}
          to="/user/inbox"
          search={{ view: one === 'open' ? undefined : one, source, labId }}
          className={classes.tab}
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...(one === view && { 'aria-current': 'page' as const })}
        >
          {texts.VIEWS[one]}
          {COUNTS[one] && <span className={classes.count}>{counts ? COUNTS[one](counts) : '…'}</span>}
        </Link>
      ))}
    </nav>
  )
}
