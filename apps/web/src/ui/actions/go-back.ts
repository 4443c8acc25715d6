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

export const useGoBack = (fallback: BackFallback): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: fallback, replace: true })
  }
}
