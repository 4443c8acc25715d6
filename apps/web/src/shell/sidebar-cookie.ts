import { SIDEBAR_COOKIE, SIDEBAR_COOKIE_MAX_AGE_S } from '@zelab/contract/limits'

/** Expanded unless the cookie says otherwise. */
export const readIsExpanded = (): boolean => !document.cookie.split('; ').includes(`${SIDEBAR_COOKIE}=false`)

export const storeIsExpanded = (isExpanded: boolean): void => {
  document.cookie = `${SIDEBAR_COOKIE}=${isExpanded}; path=/; max-age=${SIDEBAR_COOKIE_MAX_AGE_S}; samesite=lax`
}
