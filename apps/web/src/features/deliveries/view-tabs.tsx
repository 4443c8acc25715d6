import { Link } from '@tanstack/react-router'
import type { Answer, contract, DeliveryView } from '@zelab/contract'
import { DELIVERY_COUNT_LIMIT } from '@zelab/contract/limits'
import classes from './deliveries-page.module.css'
import * as texts from './texts.ts'

const VIEWS = ['all', 'not-reached', 'not-opened'] as const

interface ViewTabsProps {
  view: DeliveryView
  counts: Answer<typeof contract.deliveries.getCounts>['data'] | undefined
}

/** The views of the list, with how much each has to show. */
export function ViewTabs({ view, counts }: ViewTabsProps) {
  const counted = { all: undefined, 'not-reached': counts?.notReached, 'not-opened': counts?.notOpened }
  return (
    <nav className={classes.tabs} aria-label={texts.deliveries}>
      {VIEWS.map((one) => (
        <Link
          key={one}
          to="/user/deliveries"
          search={one === 'all' ? {} : { view: one }}
          className={classes.tab}
          {...(one === view && { 'aria-current': 'page' as const })}
        >
          {texts.VIEWS[one]}
          {one !== 'all' && (
            <span className={classes.count}>
              {counted[one] === undefined ? '…' : texts.countOf(counted[one], DELIVERY_COUNT_LIMIT)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
