import { createFileRoute } from '@tanstack/react-router'
import { readUserSearch } from '../../features/users/user-search.ts'
import { UsersPage } from '../../features/users/users-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/users/')({
  beforeLoad: requirePermission('users:view'),
  validateSearch: readUserSearch,
  component: UsersPage,
})
