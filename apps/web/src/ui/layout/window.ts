import { useEffect } from 'react'
import { useBrand } from '../../lib/brand.ts'
import { useMediaQuery } from '@mantine/hooks'
import { MOBILE_BREAKPOINT_PX } from '../../lib/limits.ts'

/** "Patients · Zelab" */
export const useDocumentTitle = (page: string): void => {
  const productName = useBrand((brand) => brand.productName)
  useEffect(() => {
    document.title = page === productName ? productName : `${page} · ${productName}`
  }, [page, productName])
}

export const useIsPhoneWidth = (): boolean =>
  useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  })
