import type { BenchRequest, RequestSource } from './load.ts'

export interface Operation {
  name: string
  product: RequestSource
  /** The equivalent request to the floor; without one, only absolute figures are printed. */
  floor?: RequestSource
  /** A bare server over the database, or over files. */
  floorKind?: 'sql' | 'static'
  prepare?: () => Promise<void>
  tidy?: () => Promise<void>
  mostConnections?: number
}

export const asJson = (
  body: object,
  headers: Record<string, string> = {},
): Pick<BenchRequest, 'headers' | 'body'> => ({
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The items in turn. */
export const round = <Item>(items: readonly Item[]): (() => Item) => {
  let index = 0
  return () => items[index++ % items.length] as Item
}

export const always = (make: () => BenchRequest): RequestSource => ({ next: make })
export const get = (path: () => string, headers: Record<string, string> = {}): RequestSource =>
  always(() => ({ method: 'GET', path: path(), headers }))
