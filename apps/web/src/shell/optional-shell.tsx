import { lazy, Suspense, type ReactNode } from 'react'
import { useSessionStore } from '../lib/session-store.ts'
import { FullScreenSpinner } from '../ui/feedback/spinner.tsx'

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))

export function OptionalShell({ children }: { children: ReactNode }) {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  if (!isAuthenticated) return children
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Shell>{children}</Shell>
    </Suspense>
  )
}
