import { createFileRoute } from '@tanstack/react-router'
import { RELEASE_LISTS } from '@zelab/contract/limits'
import { ReleasePage } from '../../features/release/release-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readOneOf, readPage, searchReader } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_shell/user/release/')({
  beforeLoad: requirePermission('reports:publish'),
  validateSearch: searchReader({ list: (value) => readOneOf(value, RELEASE_LISTS), page: readPage }),
  component: ReleasePage,
})
