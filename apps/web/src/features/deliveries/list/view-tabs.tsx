import { Link } from '@tanstack/react-router'
import type { Answer, contract } from '@zelab/contract'
import { DELIVERY_COUNT_LIMIT } from '@zelab/contract/limits'
import classes from './deliveries-page.module.css'
import { LIST_VIEWS, type ListView } from './delivery-search.ts'
import * as texts from './texts.ts'

type Counts = Answer<typeof contract.deliveries.getCounts>['data']

const COUNT_OF: Record<Exclude<ListView, 'all'>, keyof Counts> = {
  'not-reached': 'notReached',
  'not-opened': 'notOpened',
  'correction-not-opened': 'correctionNotOpened',
  'no-contact': 'noContact',
  'aging-out': 'agingOut',
}

interface ViewTabsProps {
  view: ListView
  counts: Counts | undefined
}

export function ViewTabs({ view, counts }: ViewTabsProps) {
  return (
    <nav className={classes.tabs} aria-label={texts.deliveries}>
      {LIST_VIEWS.map((one) => (
        <Link
          key={one}
          to="/user/deliveries"
          search={{ view: one === 'all' ? undefined : one }}
          className={classes.tab}
          // Without exact matching, All would be current for every view.
          activeOptions={{ exact: true, explicitUndefined: true }}
          {...(one === view && { 'aria-current': 'page' as const })}
        >
          {texts.VIEWS[one]}
          {one !== 'all' && (
            <span className={classes.count}>
              {counts ? texts.countOf(counts[COUNT_OF[one]], DELIVERY_COUNT_LIMIT) : '…'}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
