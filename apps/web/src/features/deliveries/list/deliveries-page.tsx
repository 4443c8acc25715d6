import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Answer, contract } from '@zelab/contract'
import { DEFAULT_PAGE, DELIVERY_COUNT_LIMIT } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import { attentionCount, deliveryCountsQuery } from '../../../lib/queries/counts.ts'
import { deliveriesExportAddress } from '../queries.ts'
import { ExportLink } from '../../../ui/actions/export-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { UrlTabs } from '../../../ui/list/url-tabs.tsx'
import { AgingOutList } from './aging-out-list.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { LIST_VIEWS, type DeliverySearch, type ListView } from './delivery-search.ts'
import { NoContactList } from './no-contact-list.tsx'
import * as texts from './texts.ts'

type Counts = Answer<typeof contract.deliveries.getCounts>['data']

const COUNT_OF: Record<Exclude<ListView, 'all'>, (counts: Counts) => number> = {
  attention: attentionCount,
  'not-reached': ({ notReached }) => notReached,
  'not-opened': ({ notOpened }) => notOpened,
  'correction-not-opened': ({ correctionNotOpened }) => correctionNotOpened,
  'no-contact': ({ noContact }) => noContact,
  'aging-out': ({ agingOut }) => agingOut,
}

export function DeliveriesPage() {
  const search = useSearch({ from: '/_shell/user/deliveries' })
  const { view = 'attention', page = DEFAULT_PAGE, ...filter } = search
  const navigate = useNavigate()
  const counts = useQuery(deliveryCountsQuery())
  const limit = defaultPageSize()
  const go = (next: DeliverySearch, replace = false) =>
    void navigate({ to: '/user/deliveries', search: next, replace, resetScroll: false })
  /** Attention and All; others only while they contain something. */
  const isShown = (one: ListView) =>
    one === 'attention' || one === 'all' || one === view || (counts.data && COUNT_OF[one](counts.data) > 0)
  const onPageChange = (next: number) => go({ ...search, page: next })
  return (
    <>
      <PageHeader
        title={texts.deliveries}
        subtitle={texts.deliveriesSubtitle}
        actions={
          view !== 'aging-out' && (
            <ExportLink
              address={deliveriesExportAddress({ view, ...filter })}
              fileName={view === 'no-contact' ? 'no-contact.csv' : 'deliveries.csv'}
            />
          )
        }
      />
      <Sheet>
        <UrlTabs
          label={texts.deliveries}
          tabs={counts.isPending ? [] : LIST_VIEWS.filter(isShown)}
          current={view}
          targetOf={(one) => ({
            to: '/user/deliveries',
            search: { view: one === 'attention' ? undefined : one },
          })}
          nameOf={texts.VIEWS}
          countOf={(one) => {
            if (one === 'all') return undefined
            return counts.data ? texts.countOf(COUNT_OF[one](counts.data), DELIVERY_COUNT_LIMIT) : '…'
          }}
        />
        {view === 'aging-out' ? (
          <AgingOutList page={{ page, limit }} onPageChange={onPageChange} />
        ) : view === 'no-contact' ? (
          <NoContactList page={{ page, limit }} onPageChange={onPageChange} />
        ) : (
          <DeliveryList
            key={view}
            filters={{ ...filter, view, page, limit }}
            onFilter={(filter, replace) => go({ ...search, ...filter, page: undefined }, replace)}
            onPageChange={onPageChange}
          />
        )}
      </Sheet>
    </>
  )
}
