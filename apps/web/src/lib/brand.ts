import type { Brand, DateOrder, GeneralSettings } from '@zelab/contract'
import { DEFAULT_PAGE_SIZE, PRODUCT_NAME } from '@zelab/contract/limits'
import { create } from 'zustand'

type Installation = Brand & Pick<GeneralSettings, 'dateOrder' | 'defaultPageSize'>

/** What the server wrote into the page; the development server writes nothing. */
const fromPage = (): Partial<Installation> => {
  try {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="zelab-brand"]')
    return JSON.parse(meta?.content ?? '{}') as Partial<Installation>
  } catch {
    return {}
  }
}

/** Name, logo, order of dates and page size of this installation: there with the first paint, without a request. */
export const useBrand = create<Installation>()(() => ({
  productName: PRODUCT_NAME,
  logoAddress: null,
  dateOrder: 'dmy',
  defaultPageSize: DEFAULT_PAGE_SIZE,
  ...fromPage(),
}))

/** Takes over what the server has just said, which may be newer than the page. */
export const setBrand = (told: Brand & Partial<Installation>): void => {
  const { productName, logoAddress, dateOrder, defaultPageSize } = told
  useBrand.setState({
    productName,
    logoAddress,
    ...(dateOrder && { dateOrder }),
    ...(defaultPageSize && { defaultPageSize }),
  })
}

/** Rows of a list whose address names no number. */
export const defaultPageSize = (): number => useBrand.getState().defaultPageSize

/** In which a typed date is read. */
export const dateOrder = (): DateOrder => useBrand.getState().dateOrder
