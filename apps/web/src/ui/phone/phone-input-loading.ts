import type { ComponentType } from 'react'
import type { PhoneFieldProps } from './phone-input.tsx'

let loaded: ComponentType<PhoneFieldProps> | undefined

/** Formats of all countries' numbers, loaded only for pages with a phone field. */
export const loadPhoneInput = async (): Promise<{ default: ComponentType<PhoneFieldProps> }> => {
  loaded ??= (await import('./phone-input.tsx')).default
  return { default: loaded }
}

/** Parses a number typed in another field; returns it unchanged if the code fails to load. */
export const readPhoneTyped = (text: string): Promise<string> =>
  import('./phone-input.tsx').then(
    ({ phoneTyped }) => phoneTyped(text),
    () => text,
  )

export const loadedPhoneInput = () => loaded

/** Route loader for pages with a phone field. After a failure, the field tries again. */
export const preparePhoneField = (): Promise<unknown> => loadPhoneInput().catch(() => undefined)
