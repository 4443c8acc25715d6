import { createFileRoute, redirect } from '@tanstack/react-router'
import { LandingPage } from '../features/landing/landing-page.tsx'
import { useSessionStore } from '../lib/session-store.ts'

export const Route = createFileRoute('/')({
  // Part of the initial bundle, because visitors see this page first.
  codeSplitGroupings: [],
  beforeLoad: () => {
    if (useSessionStore.getState().isAuthenticated)
      redirect({ throw: true, to: '/user/dashboard', replace: true })
  },
  component: LandingPage,
})
