import type { Brand, DateOrder, GeneralSettings } from '@zelab/contract'
import { DEFAULT_PAGE_SIZE, PRODUCT_NAME } from '@zelab/contract/limits'
import { create } from 'zustand'

type Installation = Brand & Pick<GeneralSettings, 'dateOrder' | 'defaultPageSize' | 'timeZone'>

/** Installation data that the server embeds in the page; empty with the development server. */
const fromPage = (): Partial<Installation> => {
  try {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="zelab-brand"]')
    return JSON.parse(meta?.content ?? '{}') as Partial<Installation>
  } catch {
    return {}
  }
}

/** Name, logo, date order and page size of the installation, available at first paint without a request. */
export const useBrand = create<Installation>()(() => ({
  productName: PRODUCT_NAME,
  logoAddress: null,
  dateOrder: 'dmy',
  defaultPageSize: DEFAULT_PAGE_SIZE,
  timeZone: '',
  ...fromPage(),
}))

/** Takes over values from a response, which may be newer than the page. */
export const setBrand = (told: Brand & Partial<Installation>): void => {
  const { productName, logoAddress, dateOrder, defaultPageSize, timeZone } = told
  useBrand.setState({
    productName,
    logoAddress,
    ...(dateOrder && { dateOrder }),
    ...(defaultPageSize && { defaultPageSize }),
    ...(timeZone && { timeZone }),
  })
}

/** Rows per page when the URL has no number. */
export const defaultPageSize = (): number => useBrand.getState().defaultPageSize

export const dateOrder = (): DateOrder => useBrand.getState().dateOrder
