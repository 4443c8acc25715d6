import { MantineProvider } from '@mantine/core'
import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'

export const mountForEachTest = (view: () => ReactNode): void => {
  let root: Root
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    // Missing in happy-dom; autosizing text areas subscribe to it.
    Reflect.set(document, 'fonts', new EventTarget())
    const place = document.createElement('div')
    document.body.replaceChildren(place)
    root = createRoot(place)
    // Disables transitions, so that dialogs open synchronously.
    await act(async () => root.render(<MantineProvider env="test">{view()}</MantineProvider>))
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    document.body.replaceChildren()
    Reflect.deleteProperty(document, 'fonts')
  })
}

interface FieldProps {
  value: string
  onChange: (value: string) => void
}

/** Mounts a field before each test. Returns the value that the field reported last. */
export const mountFieldForEachTest = (render: (props: FieldProps) => ReactNode): { value: string } => {
  const submitted = { value: '' }
  const note = (next: string) => {
    submitted.value = next
  }
  function Field() {
    const [value, setValue] = useState('')
    const submit = (next: string) => {
      note(next)
      setValue(next)
    }
    return render({ value, onChange: submit })
  }
  mountForEachTest(() => <Field />)
  return submitted
}
