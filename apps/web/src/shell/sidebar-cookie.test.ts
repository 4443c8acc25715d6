import { afterEach, describe, expect, it, vi } from 'vitest'
import { readIsExpanded, storeIsExpanded } from './sidebar-state.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.cookie = 'sidebar:state=; path=/; max-age=0'
})

describe('the sidebar’s state', () => {
  it('starts expanded on a wide screen', () => {
    vi.stubGlobal('innerWidth', 1440)
    expect(readIsExpanded()).toBe(true)
  })

  it('starts collapsed below 1200 px, until the cookie says otherwise [SHELL-64]', () => {
    vi.stubGlobal('innerWidth', 1199)
    expect(readIsExpanded()).toBe(false)
    storeIsExpanded(true)
    expect(readIsExpanded()).toBe(true)
    storeIsExpanded(false)
    vi.stubGlobal('innerWidth', 1200)
    expect(readIsExpanded()).toBe(false)
  })

  it('stays in the cookie sidebar:state [SHELL-56] [STORE-16]', () => {
    storeIsExpanded(false)
    expect(document.cookie).toContain('sidebar:state=false')
    expect(readIsExpanded()).toBe(false)
    storeIsExpanded(true)
    expect(readIsExpanded()).toBe(true)
  })

  it('stays for seven days [SHELL-57]', () => {
    const set = vi.spyOn(document, 'cookie', 'set')
    storeIsExpanded(true)
    expect(set).toHaveBeenCalledWith(expect.stringContaining('max-age=604800'))
  })
})
