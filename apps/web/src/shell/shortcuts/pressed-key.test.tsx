import { afterEach, describe, expect, it, vi } from 'vitest'
import { mountForEachTest } from '../../testing/mount.tsx'
import { useModifierKey } from './shortcut-list.ts'
import { pressedKey } from './shortcut-host.tsx'

const press = (selector: string, init: KeyboardEventInit): string | undefined => {
  let heard: string | undefined
  const listen = (event: KeyboardEvent) => (heard = pressedKey(event))
  window.addEventListener('keydown', listen)
  document.querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  window.removeEventListener('keydown', listen)
  return heard
}

afterEach(() => document.body.replaceChildren())

describe('a single key', () => {
  it('works on the page and on its buttons', () => {
    document.body.innerHTML = '<button>Show</button>'
    expect(press('body', { key: 'g', code: 'KeyG' })).toBe('g')
    expect(press('button', { key: '?', shiftKey: true })).toBe('?')
  })

  it('works by its place on an Arabic keyboard [SPEED-35]', () => {
    expect(press('body', { key: 'لا', code: 'KeyB' })).toBe('b')
    expect(press('body', { key: 'ظ', code: 'Slash' })).toBe('/')
    expect(press('body', { key: '١', code: 'Digit1' })).toBe('1')
    expect(press('body', { key: 'é', code: 'Digit2' })).toBe('é')
    expect(press('body', { key: 'ل', code: 'KeyG' })).toBe('g')
    expect(press('body', { key: '؟', code: 'Slash', shiftKey: true })).toBe('?')
  })

  it('counts as text in a field, and jumps within a list [SPEED-02]', () => {
    document.body.innerHTML =
      '<input><textarea></textarea><select></select><p contenteditable="true"></p><ul role="listbox"><li></li></ul>'
    for (const field of ['input', 'textarea', 'select', 'p', 'li'])
      expect(press(field, { key: 'n', code: 'KeyN' }), field).toBeUndefined()
  })

  it('works on a checkbox and a radio button, which take no letters [SPEED-02]', () => {
    document.body.innerHTML = '<input type="checkbox"><input type="radio">'
    for (const box of ['[type=checkbox]', '[type=radio]'])
      expect(press(box, { key: 'j', code: 'KeyJ' }), box).toBe('j')
  })

  it('belongs to the browser with a modifier, and to a dialog over the page [SPEED-02]', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      expect(press('body', { key: 'n', code: 'KeyN', [modifier]: true }), modifier).toBeUndefined()
    expect(press('body', { key: 'n', code: 'KeyN', repeat: true })).toBeUndefined()
    document.body.innerHTML = '<section role="dialog" aria-modal="true"></section>'
    expect(press('body', { key: 'n', code: 'KeyN' })).toBeUndefined()
  })
})

describe('a key with Ctrl or Cmd', () => {
  const run = vi.fn<() => void>()
  function Page() {
    useModifierKey('k', run)
    return <input />
  }
  mountForEachTest(() => <Page />)

  it.each([
    [{ key: 'k', code: 'KeyK', ctrlKey: true }, 1],
    [{ key: 'ن', code: 'KeyK', ctrlKey: true }, 1],
    [{ key: 'ن', code: 'KeyK', metaKey: true }, 1],
    [{ key: 'ن', code: 'KeyK' }, 0],
    [{ key: 't', code: 'KeyK', ctrlKey: true }, 0],
    [{ key: 'ن', code: 'KeyK', ctrlKey: true, shiftKey: true }, 0],
  ])('works by its place on an Arabic keyboard, also in a field: %o [SPEED-35]', (init, times) => {
    run.mockClear()
    document.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }))
    expect(run).toHaveBeenCalledTimes(times)
  })
})
