import { createFileRoute } from '@tanstack/react-router'
import { DeliveriesPage } from '../../features/deliveries/deliveries-page.tsx'
import { readDeliverySearch } from '../../features/deliveries/delivery-search.ts'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/deliveries')({
  beforeLoad: requirePermission('reports:send'),
  validateSearch: readDeliverySearch,
  component: DeliveriesPage,
})
