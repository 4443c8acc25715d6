import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnd } from './lib/api-client.ts'
import { isOrigin } from './lib/guards.ts'
import { forgetSession, restoreSession, watchOtherTabs } from './lib/session.ts'
import { useSessionStore } from './lib/session-store.ts'
import { preloadPresentPage, router } from './router.ts'
import { toastProblem } from './ui/feedback/toasts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './query-client.ts'
import { FullScreenSpinner } from './ui/feedback/spinner.tsx'
import { ThemeProvider } from './ui/theme/theme-provider.tsx'

/** No route is looked at before the session is restored, so that no guard judges too early. */
function App() {
  const isRestoring = useSessionStore((state) => state.isRestoring)
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        {isRestoring ? <FullScreenSpinner /> : <RouterProvider router={router} />}
      </QueryClientProvider>
    </ThemeProvider>
  )
}

/** A 401 in the middle of work: forget everything, say so once, keep the way back (AMB-08). */
const endSession = (message: string): void => {
  // Several calls may be refused at the same time; the first one has done it all.
  if (!useSessionStore.getState().isAuthenticated) return
  const { href } = router.state.location
  forgetSession()
  if (message !== '') toastProblem(message)
  void router.navigate({
    to: '/',
    replace: true,
    state: (previous) => ({ ...previous, origin: isOrigin(href) ? href : undefined }),
  })
}

onSessionEnd(endSession)
watchOtherTabs(() => endSession(''))
// Here and not in a component: exactly one call per page load, under React's strict mode too (AMB-06).
void restoreSession()
preloadPresentPage()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
