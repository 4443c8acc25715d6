import { useEffect } from 'react'

const BRAND = 'Zelab'

/** "Patients · Zelab" in the browser's tab. */
export const useDocumentTitle = (page: string): void => {
  useEffect(() => {
    document.title = page === BRAND ? BRAND : `${page} · ${BRAND}`
  }, [page])
}
