import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useSessionStore } from './lib/session-store.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.ts'
import { FullScreenSpinner } from './ui/feedback/spinner.tsx'
import { ThemeProvider } from './ui/theme/theme-provider.tsx'

/** No route is looked at before the session is restored, so that no guard judges too early. */
export function App() {
  const isRestoring = useSessionStore((state) => state.isRestoring)
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        {isRestoring ? <FullScreenSpinner /> : <RouterProvider router={router} />}
      </QueryClientProvider>
    </ThemeProvider>
  )
}
