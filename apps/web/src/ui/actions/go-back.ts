import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Where Go Back leads when this page is the first of its tab (AMB-10). */
export type BackFallback =
  | '/'
  | '/user/dashboard'
  | '/user/inbox'
  | '/user/patients'
  | '/user/reports'
  | '/user/users'
  | '/user/labs'

/**
 * Whether the tab showed something before this load of the application: after a typed address the router knows nothing of
 * it. The Navigation API lists pages of this site only; further entries belong to another one.
 */
const hasEarlierPage = (): boolean => {
  const { navigation, history } = window
  // Not in every browser yet.
  if (!(navigation as Navigation | undefined)) return history.length > 1
  return navigation.canGoBack || history.length > navigation.entries().length
}

export const useGoBack = (fallback: BackFallback): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack || hasEarlierPage()) router.history.back()
    else void router.navigate({ to: fallback, replace: true })
  }
}
