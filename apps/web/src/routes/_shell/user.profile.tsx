import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../features/profile/profile-page.tsx'
import { readText, searchReader } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_shell/user/profile')({
  validateSearch: searchReader({ problem: (value) => readText(value) }),
  component: ProfilePage,
})
