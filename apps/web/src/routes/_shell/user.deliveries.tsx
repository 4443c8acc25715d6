import { createFileRoute } from '@tanstack/react-router'
import { DeliveriesPage } from '../../features/deliveries/list/deliveries-page.tsx'
import { readDeliverySearch } from '../../features/deliveries/list/delivery-search.ts'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/deliveries')({
  beforeLoad: requirePermission('reports:send'),
  validateSearch: readDeliverySearch,
  component: DeliveriesPage,
})
