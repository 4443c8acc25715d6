import { useEffect } from 'react'
import { useBrand } from '../../lib/brand.ts'

/** "Patients · Zelab" */
export const useDocumentTitle = (page: string): void => {
  const productName = useBrand((brand) => brand.productName)
  useEffect(() => {
    document.title = page === productName ? productName : `${page} · ${productName}`
  }, [page, productName])
}
