import { createFileRoute } from '@tanstack/react-router'
import { readInboxSearch } from '../../features/inbox/inbox-search.ts'
import { InboxPage } from '../../features/inbox/list/inbox-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/inbox/')({
  beforeLoad: requirePermission('reports:publish'),
  validateSearch: readInboxSearch,
  component: InboxPage,
})
