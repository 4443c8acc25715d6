import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnd } from './lib/api-client.ts'
import { watchConnection } from './lib/connection.ts'
import { isOrigin } from './lib/guards.ts'
import { forgetSession, restoreSession, watchOtherTabs } from './lib/session.ts'
import { useSessionStore } from './lib/session-store.ts'
import { preloadPresentPage, router } from './router.ts'
import { toastProblem } from './ui/feedback/toasts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './lib/query-client.ts'
import { FullScreenSpinner } from './ui/feedback/spinner.tsx'
import { ThemeProvider } from './ui/theme/theme-provider.tsx'

/** Renders no route before the session is restored, because guards would redirect too early. */
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

/** Handles a 401 during a session: clears all data, shows one message, keeps the requested page (AMB-08). */
const endSession = (message: string): void => {
  // Concurrent requests may all be refused; the first one does the work.
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
watchConnection()
// Outside React: exactly one request per page load, also in strict mode (AMB-06).
void restoreSession()
preloadPresentPage()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
