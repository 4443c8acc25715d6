import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/account-recovery/reset-password-page.tsx'
import { readText, searchReader } from '../lib/search-params.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: searchReader({ token: (value) => readText(value), email: (value) => readText(value) }),
  component: ResetPasswordPage,
})
