import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** Target of Go Back when the tab has no history (AMB-10). */
export type BackFallback =
  | '/'
  | '/user/dashboard'
  | '/user/inbox'
  | '/user/patients'
  | '/user/reports'
  | '/user/users'
  | '/user/labs'
  | '/user/release'

/** True if the tab's history has an earlier page of the application, not just a new tab. */
const hasEarlierPage = (): boolean => {
  const navigation = window.navigation as Navigation | undefined
  // The Navigation API is not available in all browsers.
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
