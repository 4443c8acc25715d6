import { act } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Changes a field like a browser; without an input type, like autofill. */
export const enterText = (field: Field, text: string, inputType?: string): void => {
  act(() => {
    // React overrides the property on the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...(inputType && { inputType }) }))
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
