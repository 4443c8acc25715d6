import { SIDEBAR_COOKIE, SIDEBAR_COOKIE_MAX_AGE_S, SIDEBAR_EXPANDED_FROM_PX } from '../lib/limits.ts'

/** What the cookie says; without it, expanded where lists have room for all of their columns beside it. */
export const readIsExpanded = (): boolean => {
  const cookies = document.cookie.split('; ')
  if (cookies.includes(`${SIDEBAR_COOKIE}=true`)) return true
  return window.innerWidth >= SIDEBAR_EXPANDED_FROM_PX && !cookies.includes(`${SIDEBAR_COOKIE}=false`)
}

export const storeIsExpanded = (isExpanded: boolean): void => {
  document.cookie = `${SIDEBAR_COOKIE}=${isExpanded}; path=/; max-age=${SIDEBAR_COOKIE_MAX_AGE_S}; samesite=lax`
}
