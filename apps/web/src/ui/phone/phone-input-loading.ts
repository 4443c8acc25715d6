import type { ComponentType } from 'react'
import type { PhoneFieldProps } from './phone-input.tsx'

let loaded: ComponentType<PhoneFieldProps> | undefined

/** The lengths and formats of every country's numbers: fetched only where there is a field for one. */
export const loadPhoneInput = async (): Promise<{ default: ComponentType<PhoneFieldProps> }> => {
  loaded ??= (await import('./phone-input.tsx')).default
  return { default: loaded }
}

/** A number typed elsewhere as a field would read it; as typed when the file cannot be had. */
export const readPhoneTyped = (text: string): Promise<string> =>
  import('./phone-input.tsx').then(
    ({ phoneTyped }) => phoneTyped(text),
    () => text,
  )

export const loadedPhoneInput = () => loaded

/** Loader of a route with a phone field. When the file cannot be had, the field asks for it once more. */
export const preparePhoneField = (): Promise<unknown> => loadPhoneInput().catch(() => undefined)
