import { act, useEffect, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { enterText } from '../../testing/enter-text.ts'
import { mountForEachTest } from '../../testing/mount.tsx'
import * as texts from './texts.ts'
import { SearchMultiSelect } from './search-multi-select.tsx'
import { SearchSelect } from './search-select.tsx'

const OPTIONS = [
  { value: '1', label: 'Aisha Omar' },
  { value: '2', label: 'Khalid Nasser' },
]
let chosen: string[] = []
let saves = 0
/** Answers the search for what is typed now. */
let setAnswer: (found: typeof OPTIONS) => void = () => undefined
const answer = (found: typeof OPTIONS) => act(() => setAnswer(found))

/** Options are found by the server: until it answers, those of an earlier text are shown. */
function Form({ isMulti }: { isMulti: boolean }) {
  const [value, setValue] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState({ text: '', options: OPTIONS })
  useEffect(() => {
    setAnswer = (options) => setFound({ text: typed, options })
  }, [typed])
  const choose = (values: string[]) => {
    chosen = values
    setValue(values)
    const [label] = OPTIONS.filter((one) => one.value === values[0]).map((one) => one.label)
    setTyped(isMulti ? '' : (label ?? typed))
  }
  const search = { typed, onType: setTyped, isCurrent: found.text === typed }
  const field = { label: 'Staff', data: found.options, search }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saves += 1
      }}
    >
      {isMulti ? (
        <SearchMultiSelect {...field} value={value} onChange={choose} />
      ) : (
        <SearchSelect
          {...field}
          searchable
          value={value[0] ?? null}
          onChange={(one) => choose(one === null ? [] : [one])}
        />
      )}
      <button type="submit">Save</button>
    </form>
  )
}

const input = () => document.querySelector<HTMLInputElement>('form input') ?? expect.fail('no field')
const type = (text: string) => {
  act(() => input().focus())
  enterText(input(), text, 'insertText')
}
const press = (key: string) =>
  act(() => {
    input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
const tab = () => act(() => document.querySelector<HTMLButtonElement>('form button')?.focus())
const save = () => act(() => document.querySelector('form')?.requestSubmit())

describe.each([
  ['one choice', false],
  ['several choices', true],
])('%s by typing', (_, isMulti) => {
  mountForEachTest(() => <Form isMulti={isMulti} />)
  beforeEach(() => {
    ;[chosen, saves] = [[], 0]
  })

  it('takes with Enter what the server finds for the typed text, once it answers [FORM-31]', () => {
    type('khal')
    press('Enter')
    expect(chosen).toEqual([])
    answer(OPTIONS.slice(1))
    expect(chosen).toEqual(['2'])
    save()
    expect(saves).toBe(1)
  })

  it('takes nothing when the text changes after Enter, or nothing is found [FORM-31]', () => {
    type('khal')
    press('Enter')
    type('khal x')
    answer(OPTIONS)
    expect(chosen).toEqual([])
    type('khal y')
    press('Enter')
    answer([])
    expect([chosen, input().value]).toEqual([[], 'khal y'])
  })

  it('keeps text that chooses nothing with Tab, and refuses to save it at the field [FORM-32]', () => {
    type('khal')
    tab()
    save()
    expect([input().value, saves]).toEqual(['khal', 0])
    expect(document.activeElement).toBe(input())
    expect(document.body.textContent).toContain(texts.chooseFromList)
    type('')
    expect(document.body.textContent).not.toContain(texts.chooseFromList)
    save()
    expect(saves).toBe(1)
  })

  it('keeps text when the window is left [FORM-32]', () => {
    type('khal')
    act(() => {
      input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    })
    expect(document.activeElement).toBe(input())
    expect(input().value).toBe('khal')
  })

  it('refuses to save typed text before the field is left [FORM-32]', () => {
    type('nobody')
    save()
    expect([input().value, saves]).toEqual(['nobody', 0])
  })
})

const TYPES = [
  { value: '1', label: '1 - Blood count' },
  { value: '2', label: '2 - Glucose' },
  { value: '3', label: '3 - Glucose tolerance' },
]
let setValueOutside: (value: string | null) => void = () => undefined

function TypeForm() {
  const [value, setValue] = useState<string | null>('2')
  useEffect(() => {
    setValueOutside = setValue
  }, [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saves += 1
      }}
    >
      <SearchSelect
        label="Type"
        searchable
        allowDeselect={false}
        data={TYPES}
        value={value}
        onChange={(next) => {
          if (next !== null) chosen.push(next)
          setValue(next)
        }}
      />
      <button type="submit">Save</button>
    </form>
  )
}

describe('A chosen entry', () => {
  mountForEachTest(() => <TypeForm />)
  beforeEach(() => {
    ;[chosen, saves] = [[], 0]
  })

  it.each(['Tab', 'Enter', 'a save'])('stays when typed text is taken back before %s [FORM-40]', (key) => {
    const label = input().value
    type(`${label}x`)
    type(label)
    if (key === 'Enter') press('Enter')
    if (key === 'Tab') tab()
    save()
    expect([chosen, input().value, saves]).toEqual([[], '2 - Glucose', 1])
  })

  it('stays when its text is erased [PUB-49]', () => {
    type('')
    tab()
    expect([chosen, input().value]).toEqual([[], '2 - Glucose'])
  })

  it('changes to the only entry that matches the typed text when the field is left [PUB-49]', () => {
    type('blood')
    tab()
    expect([chosen, input().value]).toEqual([['1'], '1 - Blood count'])
  })

  it('gives way to text of several entries or of none, which stays and is not saved [FORM-40]', () => {
    for (const text of ['glu', '2 - Glucosex']) {
      type(text)
      tab()
      save()
      expect([chosen, input().value, saves]).toEqual([[], text, 0])
      expect(document.body.textContent).toContain(texts.chooseFromList)
    }
  })

  it('stays unsaved when a program sets it while other text is typed [FORM-40]', () => {
    type('glu')
    tab()
    act(() => setValueOutside('3'))
    save()
    expect([chosen, input().value, saves]).toEqual([[], 'glu', 0])
    expect(document.body.textContent).toContain(texts.chooseFromList)
  })

  it('returns by its exact text [FORM-40]', () => {
    type('2 - Glucosex')
    tab()
    type('2 - Glucose')
    tab()
    expect([chosen, input().value]).toEqual([['2'], '2 - Glucose'])
    save()
    expect(saves).toBe(1)
  })

  it('has its text selected when a program sets it in the field with the focus [SPEED-56]', () => {
    act(() => input().focus())
    act(() => setValueOutside('3'))
    expect(input().value).not.toBe('2 - Glucose')
    expect([input().selectionStart, input().selectionEnd]).toEqual([0, input().value.length])
  })

  it('selects its text on a click [FORM-41]', () => {
    act(() => input().click())
    expect([input().selectionStart, input().selectionEnd]).toEqual([0, input().value.length])
  })
})
