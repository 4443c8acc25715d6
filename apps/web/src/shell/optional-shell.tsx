import { lazy, Suspense, type ReactNode } from 'react'
import { useSessionStore } from '../lib/session-store.ts'
import { FullScreenSpinner } from '../ui/feedback/spinner.tsx'

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))

/** Frames a page that is open to everyone: signed-in users keep their navigation, visitors see the page alone. */
export function OptionalShell({ children }: { children: ReactNode }) {
  const isAuthenticated = useSessionStore((state) => state.isAuthenticated)
  if (!isAuthenticated) return children
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Shell>{children}</Shell>
    </Suspense>
  )
}
