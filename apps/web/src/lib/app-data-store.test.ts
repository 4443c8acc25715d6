import type { Lab } from '@zelab/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { removeLabs, removeReportTypes, setLabs, setReportTypes, useAppDataStore } from './app-data-store.ts'

const ALL = { id: 0, title: 'All' }
const blood = { id: 1, title: 'Blood' }
const xRay = { id: 2, title: 'X-ray' }

const lab = (id: number): Lab => ({
  id,
  name: `Lab ${id}`,
  address: { line1: 'Al Wasl Road', city: 'Dubai' },
  email: null,
  phone: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
})

const reportTypes = () => useAppDataStore.getState().reportTypes
const stored = () => JSON.parse(localStorage.getItem('report-types') ?? 'null') as unknown

beforeEach(() => {
  removeReportTypes()
  removeLabs()
})

describe('report types', () => {
  it('always begin with All [STORE-04] [STORE-15] [CONST-06]', () => {
    expect(reportTypes()).toEqual([ALL])
    setReportTypes([xRay, { id: 0, title: 'Everything' }])
    expect(reportTypes()).toEqual([ALL, xRay])
  })

  it('merge new ones after All [STORE-09]', () => {
    setReportTypes([blood])
    setReportTypes([xRay])
    expect(reportTypes()).toEqual([ALL, blood, xRay])
  })

  it('drop incoming ones whose id is there already [STORE-05]', () => {
    setReportTypes([blood])
    setReportTypes([{ id: 1, title: 'Renamed' }, xRay, xRay])
    expect(reportTypes()).toEqual([ALL, blood, xRay])
  })

  it('stay in browser storage under report-types [STORE-06]', () => {
    setReportTypes([blood])
    expect(stored()).toEqual([ALL, blood])
  })

  it('return to All, and the stored copy is cleared [STORE-10] [STORE-11]', () => {
    setReportTypes([blood])
    removeReportTypes()
    expect(reportTypes()).toEqual([ALL])
    expect(localStorage.getItem('report-types')).toBeNull()
  })

  it.each([
    ['nothing', null, [ALL]],
    ['no JSON', '{{', [ALL]],
    ['another shape', '{"id":1}', [ALL]],
    ['partly unusable entries', '[{"id":1,"title":"Blood"},{"id":"2"},null]', [ALL, blood]],
  ])('start from the stored value, even if that is %s', async (_, text, expected) => {
    if (text !== null) localStorage.setItem('report-types', text)
    vi.resetModules()
    const fresh = await import('./app-data-store.ts')
    expect(fresh.useAppDataStore.getState().reportTypes).toEqual(expected)
  })
})

describe('labs', () => {
  it('start empty [STORE-14]', () => {
    expect(useAppDataStore.getInitialState().labs).toEqual([])
  })

  it('change as a whole [STORE-07]', () => {
    setLabs([lab(1), lab(2)])
    setLabs([lab(3)])
    expect(useAppDataStore.getState().labs).toEqual([lab(3)])
  })

  it('become empty [STORE-08]', () => {
    setLabs([lab(1)])
    removeLabs()
    expect(useAppDataStore.getState().labs).toEqual([])
  })
})
