import { act } from 'react'

/** Changes a field as a browser does, by a kind of entry or, as when it fills in a form, without one. */
export const enterText = (field: HTMLInputElement, text: string, inputType?: string): void => {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...(inputType && { inputType }) }))
  })
}
