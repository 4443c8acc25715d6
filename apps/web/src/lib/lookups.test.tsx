import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeLabs, removeReportTypes, setReportTypes, useAppDataStore } from './app-data-store.ts'
import { useLookups } from './lookups.ts'

const LAB = {
  id: 7,
  name: 'Harbour Lab',
  address: { line1: '1 Quay', city: 'Dubai' },
  email: null,
  phone: null,
}
const TYPE = { id: 3, title: 'Blood count', description: null }

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json({ success: true, message: 'OK', data: [address.includes('/lab/') ? LAB : TYPE] }),
    ),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  removeLabs()
  removeReportTypes()
})

function Lookups() {
  useLookups()
  return null
}

it('copies fetched labs and report types into shared state [CACHE-06, CACHE-07]', async () => {
  expect(useAppDataStore.getState().labs).toEqual([])
  // From an earlier visit; renamed and deleted since then.
  setReportTypes([
    { id: TYPE.id, title: 'Old name' },
    { id: 9, title: 'Deleted' },
  ])
  const root = createRoot(document.createElement('div'))
  await act(async () => {
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Lookups />
      </QueryClientProvider>,
    )
  })
  await act(() => expect.poll(() => useAppDataStore.getState().labs).toEqual([LAB]))
  await expect.poll(() => useAppDataStore.getState().reportTypes).toEqual([{ id: 0, title: 'All' }, TYPE])
  await act(async () => root.unmount())
})
