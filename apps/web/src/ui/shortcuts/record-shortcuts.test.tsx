import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pressOnPage, usePageShortcutStore } from '../../lib/page-shortcuts.ts'
import { mountForEachTest } from '../../testing/mount.tsx'
import { ariaKey, RECORD_SHORTCUTS, useChosenShortcut } from './record-shortcuts.ts'
import * as texts from './texts.ts'

const RELEASE = 'Release 2 reports'
const release = vi.fn<() => void>()
let page = { hasChosen: false, hasBoxes: true, hasRows: true }

function Row({ id }: { id: number }) {
  return (
    <li data-link="true">
      <a href={`/user/reports/view/${id}`} aria-hidden="true" tabIndex={-1} />
      {page.hasBoxes && <input type="checkbox" disabled={id === 2} />}
      <a href={`/user/patients/view/${id}`}>Patient</a>
      <a href={`/user/reports/view/${id}`}>Report</a>
    </li>
  )
}

function List({ ids }: { ids: number[] }) {
  useChosenShortcut(RELEASE, page.hasChosen ? release : undefined)
  return (
    <ul>
      {ids.map((id) => (
        <Row key={id} id={id} />
      ))}
      <li data-link="false">
        <a href="tel:+201001234567">Phone</a>
      </li>
    </ul>
  )
}

function Page() {
  return (
    <main>
      <List ids={page.hasRows ? [1, 2] : []} />
      <List ids={page.hasRows ? [3] : []} />
    </main>
  )
}

const focused = () => document.activeElement?.getAttribute('href')?.replace('/user/reports/view/', '')
const box = (id: number) => document.querySelectorAll<HTMLInputElement>('input')[id - 1]
const press = (key: string, hasModifier = false) => act(async () => pressOnPage(key, hasModifier))
const help = () =>
  usePageShortcutStore.getState().sets.map(({ title, read }) => [title, read().map(({ label }) => label)])

describe('the keys of lists', () => {
  beforeEach(() => {
    page = { hasChosen: false, hasBoxes: true, hasRows: true }
    release.mockClear()
  })
  mountForEachTest(() => <Page />)

  it('move the focus through the records of all lists of the page [SPEED-40]', async () => {
    const places = []
    for (const key of ['j', 'j', 'j', 'j', 'k', 'arrowup', 'arrowdown']) {
      expect(await press(key)).toBe(true)
      places.push(focused())
    }
    expect(places).toEqual(['1', '2', '3', '3', '2', '1', '2'])
  })

  it('begin with the last record backwards, and go on from any control of a row [SPEED-40]', async () => {
    await press('k')
    expect(focused()).toBe('3')
    box(1)?.focus()
    await press('j')
    expect(focused()).toBe('2')
  })

  it('leave the arrow keys to the page until a row has the focus [SPEED-40]', async () => {
    expect(await press('arrowdown')).toBe(false)
    expect(document.activeElement).toBe(document.body)
  })

  it('select the focused row, unless it cannot be chosen [SPEED-41]', async () => {
    expect(await press('x')).toBe(false)
    await press('j')
    expect(await press('x')).toBe(true)
    await press('j')
    expect(await press('x')).toBe(false)
    expect([box(1)?.checked, box(2)?.checked, box(3)?.checked]).toEqual([true, false, false])
    expect(focused()).toBe('2')
  })

  it('leave Ctrl+Enter to the browser while no row is chosen [SPEED-41]', async () => {
    expect(await press('enter', true)).toBe(false)
    expect(release).not.toHaveBeenCalled()
  })

  it('list themselves in the help once for all lists [SPEED-42]', () => {
    const rows = [texts.nextRow, texts.previousRow, texts.chooseRow, texts.openRow]
    expect(help()).toEqual([
      [texts.shortcuts, []],
      [texts.shortcuts, []],
      [texts.shortcuts, rows],
    ])
  })
})

describe('the keys of lists with chosen rows', () => {
  beforeEach(() => {
    page = { hasChosen: true, hasBoxes: true, hasRows: true }
    release.mockClear()
  })
  mountForEachTest(() => <Page />)

  it('do with Ctrl+Enter what the button does, which the help names [SPEED-41]', async () => {
    expect(await press('enter', true)).toBe(true)
    expect(release).toHaveBeenCalledOnce()
    expect(help().flat(2)).toContain(RELEASE)
  })
})

describe('the keys of lists without choice', () => {
  beforeEach(() => {
    page = { hasChosen: false, hasBoxes: false, hasRows: true }
  })
  mountForEachTest(() => <Page />)

  it('leave x out of the help [SPEED-42]', async () => {
    expect(help().flat(2)).toContain(texts.openRow)
    expect(help().flat(2)).not.toContain(texts.chooseRow)
    await press('j')
    expect(await press('x')).toBe(false)
  })
})

describe('the keys of an empty list', () => {
  beforeEach(() => {
    page = { hasChosen: false, hasBoxes: true, hasRows: false }
  })
  mountForEachTest(() => <Page />)

  it('stay out of the help, and do nothing [SPEED-42]', async () => {
    expect(help().flatMap(([, labels]) => labels)).toEqual([])
    expect(await press('j')).toBe(false)
  })
})

it('names keys to screen readers as the table has them [SPEED-42]', () => {
  expect(ariaKey(RECORD_SHORTCUTS.confirm)).toBe('Control+Enter')
  expect(ariaKey(RECORD_SHORTCUTS.next)).toBe('n')
})
