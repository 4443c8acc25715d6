import { act } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Changes a field as a browser does, by a kind of entry or, as when it fills in a form, without one. */
export const enterText = (field: Field, text: string, inputType?: string): void => {
  act(() => {
    // React replaces the property of the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...(inputType && { inputType }) }))
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
