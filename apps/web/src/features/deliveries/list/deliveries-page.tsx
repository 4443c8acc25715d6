import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import { deliveryCountsQuery } from '../../../lib/queries/counts.ts'
import { deliveriesExportAddress } from './queries.ts'
import { ExportLink } from '../../../ui/actions/export-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { AgingOutList } from './aging-out-list.tsx'
import { DeliveryList } from './delivery-list.tsx'
import type { DeliverySearch } from './delivery-search.ts'
import { NoContactList } from './no-contact-list.tsx'
import * as texts from './texts.ts'
import { ViewTabs } from './view-tabs.tsx'

export function DeliveriesPage() {
  const search = useSearch({ from: '/_shell/user/deliveries' })
  const { view = 'attention', channel, search: text, page = DEFAULT_PAGE } = search
  const navigate = useNavigate()
  const counts = useQuery(deliveryCountsQuery())
  const limit = defaultPageSize()
  const go = (next: DeliverySearch, replace = false) =>
    void navigate({ to: '/user/deliveries', search: next, replace, resetScroll: false })
  const onPageChange = (next: number) => go({ ...search, page: next })
  return (
    <>
      <PageHeader
        title={texts.deliveries}
        subtitle={texts.deliveriesSubtitle}
        actions={
          view !== 'aging-out' && (
            <ExportLink
              address={deliveriesExportAddress({ view, channel, search: text })}
              fileName={view === 'no-contact' ? 'no-contact.csv' : 'deliveries.csv'}
            />
          )
        }
      />
      <Sheet>
        <ViewTabs view={view} counts={counts.data} isLoading={counts.isPending} />
        {view === 'aging-out' ? (
          <AgingOutList page={{ page, limit }} onPageChange={onPageChange} />
        ) : view === 'no-contact' ? (
          <NoContactList page={{ page, limit }} onPageChange={onPageChange} />
        ) : (
          <DeliveryList
            key={view}
            filters={{ view, channel, search: text, page, limit }}
            onFilter={(filter, replace) => go({ ...search, ...filter, page: undefined }, replace)}
            onPageChange={onPageChange}
          />
        )}
      </Sheet>
    </>
  )
}
