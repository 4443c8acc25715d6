import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/account-recovery/reset-password-page.tsx'
import { readText } from '../lib/search-params.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search): { token?: string; email?: string } => {
    const token = readText(search.token)
    const email = readText(search.email)
    return { ...(token && { token }), ...(email && { email }) }
  },
  component: ResetPasswordPage,
})
