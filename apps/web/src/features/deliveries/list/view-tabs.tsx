import { Link } from '@tanstack/react-router'
import type { Answer, contract } from '@zelab/contract'
import { DELIVERY_COUNT_LIMIT } from '@zelab/contract/limits'
import classes from './deliveries-page.module.css'
import { LIST_VIEWS, type ListView } from './delivery-search.ts'
import * as texts from './texts.ts'

type Counts = Answer<typeof contract.deliveries.getCounts>['data']

const COUNT_OF: Record<Exclude<ListView, 'all'>, (counts: Counts) => number> = {
  attention: ({ notReached, notOpened, correctionNotOpened }) => notReached + notOpened + correctionNotOpened,
  'not-reached': ({ notReached }) => notReached,
  'not-opened': ({ notOpened }) => notOpened,
  'correction-not-opened': ({ correctionNotOpened }) => correctionNotOpened,
  'no-contact': ({ noContact }) => noContact,
  'aging-out': ({ agingOut }) => agingOut,
}

interface ViewTabsProps {
  view: ListView
  counts: Counts | undefined
  /** Leaves the row empty to avoid a layout shift. */
  isLoading: boolean
}

/** Attention and All; others only while they contain something. */
export function ViewTabs({ view, counts, isLoading }: ViewTabsProps) {
  const countOf = (one: ListView) => (one === 'all' ? undefined : counts && COUNT_OF[one](counts))
  const shown = LIST_VIEWS.filter(
    (one) => one === 'attention' || one === 'all' || one === view || (countOf(one) ?? 0) > 0,
  )
  return (
    <nav className={classes.tabs} aria-label={texts.deliveries}>
      {(isLoading ? [] : shown).map((one) => (
        <Link
          key={one}
          to="/user/deliveries"
          search={{ view: one === 'attention' ? undefined : one }}
          className={classes.tab}
          // Without exact matching, the first view would be current for every view.
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...(one === view && { 'aria-current': 'page' as const })}
        >
          {texts.VIEWS[one]}
          {one !== 'all' && (
            <span className={classes.count}>
              {counts ? texts.countOf(COUNT_OF[one](counts), DELIVERY_COUNT_LIMIT) : '…'}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
