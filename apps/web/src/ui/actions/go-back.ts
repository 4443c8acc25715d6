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
 * Whether an earlier page of the tab is one of the application: after a typed address the router knows nothing of it. What
 * was before the application, such as the page of a new tab, does not count.
 */
const hasEarlierPage = (): boolean => {
  const navigation = window.navigation as Navigation | undefined
  // Not in every browser yet.
  return navigation ? navigation.canGoBack : window.history.length > 1
}

export const useGoBack = (fallback: BackFallback): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack || hasEarlierPage()) router.history.back()
    else void router.navigate({ to: fallback, replace: true })
  }
}
