import { createFileRoute, redirect } from '@tanstack/react-router'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { readText, searchReader } from '../lib/search-params.ts'
import { useSessionStore } from '../lib/session-store.ts'

export const Route = createFileRoute('/')({
  // Part of the initial bundle, because visitors see this page first.
  codeSplitGroupings: [],
  validateSearch: searchReader({ problem: (value) => readText(value) }),
  beforeLoad: () => {
    if (useSessionStore.getState().isAuthenticated)
      redirect({ throw: true, to: '/user/dashboard', replace: true })
  },
  component: Landing,
})

/** A problem of a sign-in through a provider is shown in the dialog. */
function Landing() {
  return <LandingPage isLoginOpen={Route.useSearch().problem !== undefined} />
}
